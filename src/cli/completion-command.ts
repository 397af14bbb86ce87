/** `taut completion SHELL`: prints a script that completes commands, options and names in a shell. */

import type { Command } from "commander";
import { registry } from "../run/index.js";
import { UsageError } from "./exit.js";
import { galleryNames } from "./gallery.js";
import { print } from "./terminal.js";

const shells = ["bash", "zsh", "fish"] as const;

export function addCompletionCommand(program: Command): void {
  program
    .command("completion")
    .argument("<shell>", shells.join(", "))
    .summary("print a script for completion in a shell")
    .description("Print a script that completes commands, options, models of the gallery and names of methods.")
    .addHelpText(
      "after",
      `
Examples:
  eval "$(taut completion bash)"                                     in ~/.bashrc
  eval "$(taut completion zsh)"                                      in ~/.zshrc, after compinit
  taut completion fish > ~/.config/fish/completions/taut.fish`,
    )
    .action((shell: string) => {
      if (!shells.some((each) => each === shell))
        throw new UsageError("completion", `must be one of ${shells.join(", ")}; got "${shell}".`);
      const words = wordsOf(program);
      print(shell === "fish" ? fish(words) : shell === "zsh" ? zsh(words) : bash(words));
    });
}

interface Words {
  readonly commands: readonly { readonly name: string; readonly about: string; readonly options: readonly string[] }[];
  /** What may follow an option. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly models: readonly string[];
}

/** Everything that can be completed, from the data of the commands and of the registry. */
function wordsOf(program: Command): Words {
  const namesOf = (kind: keyof typeof registry): string[] => registry[kind].map(({ name }) => name);
  return {
    commands: program.commands.map((command) => ({
      name: command.name(),
      about: command.summary(),
      options: command.options.flatMap(({ long }) => (long ? [long] : [])),
    })),
    values: {
      "--method": namesOf("method"),
      "--formulation": namesOf("formulation"),
      "--project": [...namesOf("projection"), "none"],
      "--by": namesOf("projection"),
      "--format": ["parquet", "csv", "npz", "xyz", "pdb"],
      "--start": ["project", "check", "assume"],
      "--norm": ["rms", "max"],
    },
    models: galleryNames(),
  };
}

function bash({ commands, values, models }: Words): string {
  const cases = commands.map(({ name, options }) => `    ${name}) words="${[...options, "--help"].join(" ")}" ;;`);
  const after = Object.entries(values).map(
    ([option, list]) => `    ${option}) COMPREPLY=($(compgen -W "${list.join(" ")}" -- "$word")); return ;;`,
  );
  return `_taut() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")} --help --version --quiet" -- "$word"))
    return
  fi
  case "$before" in
${after.join("\n")}
  esac
  case "$command" in
${cases.join("\n")}
  esac
  if [ "\${word#-}" != "$word" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word") $(compgen -W "${models.join(" ")}" -- "$word"))
  fi
}
complete -o filenames -F _taut taut
`;
}

/** Zsh runs the script of bash. */
function zsh(words: Words): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bash(words)}`;
}

function fish({ commands, values, models }: Words): string {
  const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = [`complete -c taut -n __fish_use_subcommand -f`];
  for (const { name, about, options } of commands) {
    lines.push(`complete -c taut -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`);
    for (const option of options) {
      const list = Object.hasOwn(values, option) ? ` -x -a ${quoted(values[option].join(" "))}` : "";
      lines.push(`complete -c taut -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}${list}`);
    }
  }
  const taking = ["run", "explain", "project", "compare", "gallery", "lab"].join(" ");
  lines.push(`complete -c taut -n '__fish_seen_subcommand_from ${taking}' -a ${quoted(models.join(" "))}`);
  return `${lines.join("\n")}\n`;
}
