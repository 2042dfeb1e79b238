import { updateProgram, type Updated } from "@skein/command-line/doctor/update";
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
    print(said(updated));
  },
});

function said(updated: Updated): string {
  const { state, newest } = updated;
  if (state === "current") return `skein ${version} is the newest version.`;
  if (state === "updated") return `skein ${newest} is installed; it was ${version}.`;
  if (state === "available") return `skein ${newest} is there, and this is ${version}: skein update`;
  return `skein ${newest} is there, and this is ${version}. Here ${updated.why}, so type:\n  ${updated.command}`;
}
