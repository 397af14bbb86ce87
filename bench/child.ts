/** Runs other programs, with a time limit. */

import { spawnSync } from "node:child_process";

export interface Asked {
  /** Seconds after which the program is stopped. Default 60. */
  readonly seconds?: number;
  readonly input?: string;
}

/**
 * Runs a program and returns its output. If it fails or does not end in time, a message with its name is printed and
 * the output until then is returned, so that callers that read lines get fewer of them.
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
  if (isLate) console.log(`${name} did not end within ${seconds} s; its missing answers are skipped.`);
  else if (status !== 0) console.log(`${name} is skipped: ${(error?.message ?? stderr ?? "it failed").trim()}`);
  return stdout ?? "";
}

/** Whether a program is installed and runs. */
export const answers = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: "ignore", timeout: 30_000 }).status === 0;
