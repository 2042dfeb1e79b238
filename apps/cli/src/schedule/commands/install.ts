import { ConfigError } from "@skein/protocol";
import { runServiceCommands, serviceState, writeService } from "@skein/host/schedules";
import { thisMachine } from "../../machine.ts";
import { parseFlags } from "../../arguments/parse-flags.ts";
import { refuseWords } from "../../arguments/subcommand.ts";
import type { Command } from "../../command.ts";
import { note } from "../../session/say.ts";
import { cleanText } from "../../terminal/clean-text.ts";
import { scheduleInstallFlags } from "../flags.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { noteCommand, ownService } from "../service.ts";

const help = {
  title: "the daemon as a service of yours",
  usage: ["[flags]"],
  text: `A systemd user unit, or a launch agent on macOS. It is shown, then written; nothing is started without --now. It has
no keys in it: those come from the keyring, or from where \`skein configure\` put them.`,
  examples: ["skein schedule install --dry-run", "skein schedule install --now"],
  flags: scheduleInstallFlags,
};

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("schedule install", scheduleInstallFlags, args);
  if (flags.help) {
    process.stdout.write(subcommandHelp("schedule install", help));
    return 0;
  }
  refuseWords("schedule install", words);
  const service = ownService();
  const { path, text, start } = service;
  process.stdout.write(cleanText(text));
  if (flags["dry-run"]) {
    note(`Nothing was written: this was --dry-run. It would be ${path}`);
    return 0;
  }
  if (!flags.force && (await serviceState(service)) === "other") {
    throw new ConfigError("usage", `${path} is there and says something else.`, {
      hint: "Look at it; --force replaces it.",
    });
  }
  await writeService(service);
  note(`Written: ${path}`);
  if (flags.now) {
    await runServiceCommands(thisMachine(), start, noteCommand);
    note("It runs, and will at each login.");
  } else
    note(`To start it, now and at each login:\n${start.map((line) => `  ${line.join(" ")}`).join("\n")}`);
  return 0;
};
