import { ConfigError, exitCodes } from "@skein/protocol";
import { flagHelp } from "../arguments/flag-help.ts";
import { configureFlags } from "../arguments/flags.ts";
import { parseFlags } from "../arguments/parse-flags.ts";
import { refuseWords } from "../arguments/subcommand.ts";
import type { Command } from "../command.ts";
import { cleanText } from "../terminal/clean-text.ts";
import type { Saved } from "../configure/save.ts";

const help = `skein configure: choose who answers, and keep the key

Usage
  skein configure                   asks, tries the key, saves
  skein configure --provider ID --key-stdin < key.txt
                                    the same without questions, for scripts

Settings go into config.yaml, whose comments and order stay; the key goes into the system's keyring, or
where there is none into a file for you alone. It is never shown, and never an argument of a command.
With flags nothing is asked; what is not named stays as it is.

Examples
  skein configure --model ID
  pass show work/key | skein configure --provider ID --key-stdin
  skein configure --base-url http://localhost:8080 --no-check
  skein configure --model SMALL --lead PROVIDER/STRONG    a strong model begins, a cheap one goes on

Flags
${flagHelp(configureFlags)}

Exit codes
  0 saved · 2 something is missing or wrong · 3 the provider refused, nothing was saved · 130 given up, nothing was saved
`;

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("configure", configureFlags, args);
  const { stdin, stdout, stderr } = process;
  if (flags.help) {
    stdout.write(help);
    return exitCodes.done;
  }
  refuseWords("configure", words);
  const { "no-check": isUntried = false, ...given } = flags;
  const { learnProviders } = await import("../providers.ts");
  sayAll(await learnProviders(process.cwd()));
  const { currentConfig } = await import("../configure/current.ts");
  const { save } = await import("../configure/save.ts");
  if (Object.keys(given).length > 0) {
    const { chooseByFlags } = await import("../configure/by-flags.ts");
    const current = await currentConfig();
    const { provider, answers, notes } = await chooseByFlags(flags, current);
    sayAll([...notes, ...linesOf(await save(provider, answers, current))]);
    return exitCodes.done;
  }
  if (!stdin.isTTY || !stderr.isTTY) {
    throw new ConfigError("usage", "Nobody can be asked here: this is no terminal.", {
      hint: "Say it with flags: skein configure --provider ID --key-stdin < FILE",
    });
  }
  const { chooseByAsking } = await import("../configure/by-asking.ts");
  const { terminalPrompts } = await import("../configure/terminal-prompts.ts");
  const current = await currentConfig();
  const chosen = await chooseByAsking(terminalPrompts(), current, !isUntried);
  if (!chosen) {
    sayAll(["Nothing was changed."]);
    return exitCodes.cancelled;
  }
  sayAll([...linesOf(await save(chosen.provider, chosen.answers, current)), `Now: skein run -t "hello"`]);
  return exitCodes.done;
};

function sayAll(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${cleanText(line)}\n`);
}

function linesOf({ key, config, overruledBy }: Saved): readonly string[] {
  const variables = overruledBy.join(" and ");
  const verb = overruledBy.length === 1 ? "is" : "are";
  return [
    ...(key ? [keyLine(key)] : []),
    `Settings are in ${config}.`,
    ...(overruledBy.length === 0
      ? []
      : [`${variables} ${verb} set in the environment, which wins over what was saved.`]),
  ];
}

function keyLine({ variable, place }: NonNullable<Saved["key"]>): string {
  if (place.kind === "keyring") return `${variable} is in the system's keyring.`;
  return `${variable} is in a file that only you can read, because no keyring can be used: ${place.path}`;
}
