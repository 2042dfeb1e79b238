import { removeService, runServiceCommands, serviceState } from "@skein/session-processes/schedules";
import { defineCommand } from "../../arguments/command-line.ts";
import { thisMachine } from "../../machine.ts";
import { note } from "../../print.ts";
import { noteCommand, ownService } from "../service.ts";

export const main = defineCommand({
  name: "schedule uninstall",
  help: {
    title: "removes the service",
    usage: ["[flags]"],
    text: "Schedules and their history stay.",
    examples: ["skein schedule uninstall --now"],
  },
  flags: {
    now: { description: "Also stop it" },
  },
  run: async (flags) => {
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
  },
});
