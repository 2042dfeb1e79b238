import { ConfigError, exitCodes } from "@skein/protocol";
import { defineCommand } from "../arguments/command-line.ts";
import { configureFlags } from "@skein/command-line/command-flags";
import { currentConfig, saveConfig } from "@skein/command-line/configure";
import { thisMachine } from "../machine.ts";
import { learnProviders, providerRegistry } from "../providers.ts";
import { note } from "../print.ts";
import { loadAskAndSave, loadByFlags, loadConfigureViews } from "../later.ts";

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
    (await learnProviders(process.cwd())).forEach(note);
    const isAsking = Object.keys(given).length === 0;
    if (isAsking && !(stdin.isTTY && stderr.isTTY)) {
      throw new ConfigError("usage", "No one can be asked here: this is not a terminal.", {
        hint: "Say it with flags: skein configure --provider ID --key-stdin < FILE",
      });
    }
    const [machine, providers] = [thisMachine(), providerRegistry];
    const current = await currentConfig(machine);
    if (!isAsking) {
      const { chooseByFlags } = await loadByFlags();
      const { notes, ...chosen } = await chooseByFlags(flags, current);
      const { savedLines } = await loadConfigureViews();
      [...notes, ...savedLines(await saveConfig(machine, { ...chosen, providers, current }))].forEach(note);
      return exitCodes.done;
    }
    const { askAndSave } = await loadAskAndSave();
    if (!(await askAndSave({ isTried: !isUntried }))) return exitCodes.cancelled;
    note("Now: skein");
    return exitCodes.done;
  },
});
