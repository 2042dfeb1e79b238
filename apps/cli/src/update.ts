import { updateProgram } from "@skein/command-line/doctor/update";
import { updateText } from "@skein/terminal-chat/machine";
import { defineCommand } from "./arguments/command-line.ts";
import { thisMachine } from "./machine.ts";
import { print } from "./print.ts";
import { version } from "./version.ts";

export const main = defineCommand({
  name: "update",
  help: {
    title: "install the newest version",
    usage: ["[--check]"],
    text: `It asks the registry that npm is configured for, and installs where this program is. Where it cannot, it says what
to type. A chat tells of a new version at most once a day; updateNotice: false in config.yaml turns that off.`,
    examples: ["skein update", "skein update --check"],
  },
  flags: { check: { description: "Only look whether there is a newer one" } },
  run: async ({ check = false }) => {
    const [, program = ""] = process.argv;
    const updated = await updateProgram(thisMachine(), { program, version, isCheck: check });
    print(updateText(updated, version, "skein update"));
  },
});
