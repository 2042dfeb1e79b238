import { removeService, runServiceCommands, serviceState } from "@skein/host/schedules";
import { thisMachine } from "../../machine.ts";
import { parseFlags } from "../../arguments/parse-flags.ts";
import { refuseWords } from "../../arguments/subcommand.ts";
import type { Command } from "../../command.ts";
import { note } from "../../session/say.ts";
import { scheduleUninstallFlags } from "../flags.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { noteCommand, ownService } from "../service.ts";

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
  const service = ownService();
  const { path, stop } = service;
  if ((await serviceState(service)) === "none") {
    note("It is not installed.");
    return 0;
  }
  if (flags.now) await runServiceCommands(thisMachine(), stop, noteCommand);
  else note(`If it runs, stop it first:\n${stop.map((line) => `  ${line.join(" ")}`).join("\n")}`);
  await removeService(service);
  note(`Removed: ${path}`);
  return 0;
};
