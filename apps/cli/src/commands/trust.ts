import { workingFolder } from "@skein/command-line";
import { jsonFlag } from "@skein/command-line/flags";
import { resolve } from "node:path";
import { forgetTrusted, leadsToRecipe, listTrusted, trustFileHere } from "@skein/host/trust";
import { agreeToNamed } from "@skein/command-line/recipe-tests";
import { ConfigError } from "@skein/protocol";
import { trustStore } from "@skein/settings";
import { widthOf } from "@skein/terminal/table";
import { trustTables } from "@skein/terminal-chat/machine";
import { defineCommand } from "../arguments/command-line.ts";
import { thisMachine } from "../machine.ts";
import { note, printJson } from "../print.ts";

export const main = defineCommand({
  name: "trust",
  help: (
    flags,
  ) => `skein trust: say which projects may change what Skein may do, and which recipes may run commands

Usage
  skein trust                 the projects and recipes you trust
  skein trust PATH            trust the project in PATH, as it is now
  skein trust FILE            trust a file that a command in the sandbox left, or put it back
  skein trust RECIPE          agree to the commands of a recipe, or of its NAME.test.yaml, as they are now
  skein trust --remove PATH   trust it no longer; a recipe also by its hash, or the beginning of it

Without trust a project's .skein folder can choose models and tighten limits. It can add nothing and
loosen nothing. Trust is for that very folder, at that path, with that content: a change ends it, and so
does another folder at its path.

A recipe is trusted by its content, with all that it includes, its sub-recipes, and the files that its
commands name in the working folder (--cwd), wherever it lies. Where a command names a folder, a glob or
a variable, it is trusted in that working folder alone. One that starts nothing and reaches nothing needs no trust.

Examples
  skein trust .               after you have read .skein/config.yaml
  skein trust tidy.yaml       after you have read what it runs
  skein trust --json          for scripts

Flags
${flags}
`,
  flags: {
    remove: { description: "Trust it no longer" },
    cwd: { value: "DIR", description: "Where a recipe is to run; default: here" },
    json: jsonFlag,
  },
  words: 1,
  suggests: "folders",
  run: async (flags, [word]) => {
    const machine = thisMachine();
    const cwd = process.cwd();
    const asJson = flags.json ?? false;
    if (word === undefined) {
      if (!flags.remove) return list(asJson);
      throw new ConfigError("usage", "--remove needs the path of a project or a recipe.", {
        hint: "`skein trust` lists those you trust.",
      });
    }
    if (flags.remove) {
      const removed = await forgetTrusted(machine, word, cwd);
      if (asJson) return printJson({ removed });
      return note(removed ? "It is trusted no longer." : "It was not trusted.");
    }
    const left = await trustFileHere(machine, word, cwd);
    if (left) {
      if (asJson) return printJson({ file: left });
      return note(left.aside === undefined ? `Trusted: ${left.path}` : `Put back: ${left.path}`);
    }
    if (await leadsToRecipe(machine, word, cwd)) return agree(word, workingFolder(flags.cwd), asJson);
    const added = await trustStore(machine.directories.data).add(resolve(word));
    if (asJson) return printJson(added);
    note(`Trusted, until its content changes: ${added.path}`);
    for (const file of added.files) note(`  .skein/${file}`);
    note(`  SHA-256 ${added.hash}`);
  },
});

async function agree(word: string, folder: string, asJson: boolean): Promise<void> {
  const agreed = await agreeToNamed(thisMachine(), word, { cwd: process.cwd(), folder });
  if (!agreed) {
    if (asJson) return printJson({ sha256: null });
    return note("It changes nothing and reaches nothing, so there is nothing to agree to.");
  }
  const { hash, path, lines, consent } = agreed;
  if (path === undefined) {
    throw new ConfigError("usage", "A link cannot be trusted beforehand: it is agreed to each time.", {
      hint: `skein run --recipe LINK --trust-hash ${hash}`,
    });
  }
  const what = consent ? { title: consent.title, path, commands: consent.commands } : { path, calls: lines };
  if (asJson) return printJson({ sha256: hash, ...what });
  note(`Agreed to, until it changes: ${path}`);
  for (const line of [...lines, `SHA-256 ${hash}`]) note(`  ${line}`);
}

async function list(asJson: boolean): Promise<void> {
  const trusted = await listTrusted(thisMachine());
  if (asJson) return printJson(trusted);
  if (trusted.projects.length === 0) note("You trust no project. `skein trust PATH` changes that.");
  const look = { width: widthOf(process.stdout), now: new Date() };
  process.stdout.write(trustTables(trusted, look).join("\n"));
}
