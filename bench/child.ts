/** Other programs, each with an end. */

import { spawnSync } from "node:child_process";

export interface Asked {
  /** Seconds after which it is stopped. Default 60. */
  readonly seconds?: number;
  readonly input?: string;
}

/**
 * What a program wrote. When it does not end in time or fails, a sentence with its name is printed and what it wrote until
 * then is returned: who reads line by line has fewer lines, and skips what is missing.
 */
export function ask(
  name: string,
  program: string,
  args: readonly string[],
  { seconds = 60, input }: Asked = {},
): string {
  const { stdout, stderr, status, error } = spawnSync(program, args, {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    timeout: 1000 * seconds,
    killSignal: "SIGKILL",
    input: input ?? "",
  });
  const isLate = (error as NodeJS.ErrnoException | undefined)?.code === "ETIMEDOUT";
  if (isLate) console.log(`${name} did not end within ${seconds} s; what it had not answered is skipped.`);
  else if (status !== 0) console.log(`${name} is skipped: ${(error?.message ?? stderr ?? "it failed").trim()}`);
  return stdout ?? "";
}

/** Whether a program is there and answers. */
export const answers = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: "ignore", timeout: 30_000 }).status === 0;
