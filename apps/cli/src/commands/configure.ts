import { ConfigError, exitCodes } from "@skein/protocol";
import { configureFlags } from "../arguments/flags.ts";
import { cleanText } from "@skein/terminal";
import { currentConfig, saveConfig, type SavedConfig } from "@skein/host/configure";
import { thisMachine } from "../machine.ts";
import { learnProviders, providerRegistry } from "../providers.ts";
import { promptsHere } from "../prompts.ts";
import { defineCommand } from "../arguments/define-command.ts";

export const main = defineCommand({
  name: "configure",
  help: (flags) => `skein configure: choose who answers, and keep the key

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
${flags}

Exit codes
  0 saved · 2 something is missing or wrong · 3 the provider refused, nothing was saved · 130 given up, nothing was saved
`,
  flags: configureFlags,
  run: async (flags) => {
    const { stdin, stderr } = process;
    const { "no-check": isUntried = false, ...given } = flags;
    sayAll(await learnProviders(process.cwd()));
    const isAsking = Object.keys(given).length === 0;
    if (isAsking && !(stdin.isTTY && stderr.isTTY)) {
      throw new ConfigError("usage", "No one can be asked here: this is not a terminal.", {
        hint: "Say it with flags: skein configure --provider ID --key-stdin < FILE",
      });
    }
    const [machine, providers] = [thisMachine(), providerRegistry];
    const current = await currentConfig(machine);
    if (!isAsking) {
      const { chooseByFlags } = await import("../configure/by-flags.ts");
      const { notes, ...chosen } = await chooseByFlags(flags, current);
      sayAll([...notes, ...linesOf(await saveConfig(machine, { ...chosen, providers, current }))]);
      return exitCodes.done;
    }
    const { chooseByAsking } = await import("../configure/by-asking.ts");
    const chosen = await chooseByAsking(await promptsHere(), current, !isUntried);
    if (!chosen) {
      sayAll(["Nothing was changed."]);
      return exitCodes.cancelled;
    }
    sayAll([
      ...linesOf(await saveConfig(machine, { ...chosen, providers, current })),
      `Now: skein run -t "hello"`,
    ]);
    return exitCodes.done;
  },
});

function sayAll(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${cleanText(line)}\n`);
}

function linesOf({ key, config, overruledBy }: SavedConfig): readonly string[] {
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

function keyLine({ variable, place }: NonNullable<SavedConfig["key"]>): string {
  if (place.kind === "keyring") return `${variable} is in the system's keyring.`;
  return `${variable} is in a file that only you can read, because no keyring can be used: ${place.path}`;
}
