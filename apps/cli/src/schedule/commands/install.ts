import { ConfigError } from "@skein/protocol";
import { runServiceCommands, serviceState, writeService } from "@skein/session-processes/schedules";
import { defineCommand } from "../../arguments/command-line.ts";
import { thisMachine } from "../../machine.ts";
import { note } from "../../print.ts";
import { cleanText } from "@skein/terminal";
import { noteCommand, ownService } from "../service.ts";

export const main = defineCommand({
  name: "schedule install",
  help: {
    title: "the daemon as a service of yours",
    usage: ["[flags]"],
    text: `A systemd user unit, or a launch agent on macOS. It is shown, then written; nothing is started without --now. It has
no keys in it: those come from the keyring, or from where \`skein configure\` put them.`,
    examples: ["skein schedule install --dry-run", "skein schedule install --now"],
  },
  flags: {
    now: { description: "Also start it, now and at each login" },
    "dry-run": { description: "Only show the file" },
    force: { description: "Replace a file that is there and differs" },
  },
  run: async (flags) => {
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
  },
});
