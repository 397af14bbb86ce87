"""Finds and calls the taut command."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import List, Sequence, Tuple


class TautError(Exception):
    """Anything that taut refuses or cannot do; its text says what must hold, what was found and what to do."""


class ModelError(TautError):
    """The model is wrong."""


class UsageError(TautError):
    """A setting is wrong."""


class CommandError(TautError):
    """The command is missing, or has a defect."""


# the exit codes of the command; 4 means that the numbers of the run must not be used
_errors = {2: UsageError, 3: ModelError}
numerical = 4


def command() -> List[str]:
    """The command with which taut is called."""
    chosen = os.environ.get("TAUT_COMMAND")
    if chosen:
        if not Path(chosen).exists():
            raise CommandError(f"TAUT_COMMAND must be the path of the taut command; got {chosen!r}.")
        return ["node", chosen] if chosen.endswith((".js", ".mjs")) else [chosen]
    here = Path.cwd()
    for folder in (here, *here.parents):
        installed = folder / "node_modules" / ".bin" / "taut"
        if installed.exists():
            return [str(installed)]
    found = shutil.which("taut")
    if found is None:
        raise CommandError("The taut command was not found. Install it with `npm install taut`, or set TAUT_COMMAND.")
    return [found]


def call(arguments: Sequence[str]) -> Tuple[int, str, str]:
    """The exit code, the output and the messages of `taut …arguments`; raises an error for a wrong model or setting."""
    for argument in arguments:
        if "\0" in argument:
            raise UsageError(f"Names and settings must not have null characters; got {argument!r}.")
    try:
        done = subprocess.run(
            [*command(), *arguments], capture_output=True, text=True, encoding="utf-8", stdin=subprocess.DEVNULL
        )
    except OSError as error:
        raise CommandError(f"The taut command could not be started: {error}.") from error
    if done.returncode not in (0, numerical):
        raise _errors.get(done.returncode, CommandError)(done.stderr.strip() or f"taut ended with code {done.returncode}.")
    return done.returncode, done.stdout, done.stderr
