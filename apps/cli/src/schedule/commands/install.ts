import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ConfigError, messageOf } from "@skein/protocol";
import { parseFlags } from "../../arguments/parse-flags.ts";
import { refuseWords } from "../../arguments/subcommand.ts";
import type { Command } from "../../command.ts";
import { note } from "../../session/say.ts";
import { cleanText } from "../../terminal/clean-text.ts";
import { scheduleInstallFlags } from "../flags.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { ownService, runAll } from "../service.ts";

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
  const { path, text, start } = ownService();
  process.stdout.write(cleanText(text));
  if (flags["dry-run"]) {
    note(`Nothing was written: this was --dry-run. It would be ${path}`);
    return 0;
  }
  if (existsSync(path) && readFileSync(path, "utf8") !== text && !flags.force) {
    throw new ConfigError("usage", `${path} is there and says something else.`, {
      hint: "Look at it; --force replaces it.",
    });
  }
  write(path, text);
  note(`Written: ${path}`);
  if (flags.now) {
    runAll(start);
    note("It runs, and will at each login.");
  } else
    note(`To start it, now and at each login:\n${start.map((line) => `  ${line.join(" ")}`).join("\n")}`);
  return 0;
};

function write(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (cause) {
    throw new ConfigError("unreadable", `${path} cannot be written: ${messageOf(cause)}.`, {
      hint: "Make its folder writable, or put what --dry-run shows where your services are.",
      cause,
    });
  }
}
