/** How the reader calls this command, so that commands in messages and in the help work as they are printed. */

/** npm sets this for what `npx` starts; such a command need not be on the path. */
export const called = process.env.npm_command === "exec" ? "npx taut" : "taut";

/** The text of the help, in which lines of usage and examples begin with `taut`. */
export const asCalled = (help: string): string => help.replace(/(?<=^ *|^Usage: | && )taut(?= )/gm, called);
