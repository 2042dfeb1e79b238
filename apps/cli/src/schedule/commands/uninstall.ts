import { existsSync, rmSync } from "node:fs";
import { parseFlags } from "../../arguments/parse-flags.ts";
import { refuseWords } from "../../arguments/subcommand.ts";
import type { Command } from "../../command.ts";
import { note } from "../../session/say.ts";
import { scheduleUninstallFlags } from "../flags.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { ownService, runAll } from "../service.ts";

const help = {
  title: "takes the service away",
  usage: ["[flags]"],
  text: "Schedules and their history stay.",
  examples: ["skein schedule uninstall --now"],
  flags: scheduleUninstallFlags,
};

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("schedule uninstall", scheduleUninstallFlags, args);
  if (flags.help) {
    process.stdout.write(subcommandHelp("schedule uninstall", help));
    return 0;
  }
  refuseWords("schedule uninstall", words);
  const { path, stop } = ownService();
  if (!existsSync(path)) {
    note("It is not installed.");
    return 0;
  }
  if (flags.now) runAll(stop);
  else note(`If it runs, stop it first:\n${stop.map((line) => `  ${line.join(" ")}`).join("\n")}`);
  rmSync(path);
  note(`Removed: ${path}`);
  return 0;
};
