import { join } from "node:path";
import { ConfigError, exitCodes } from "@skein/protocol";
import { addSkill, namedSkill, newSkill, skillsHere, skillText, validateSkill } from "@skein/host/skills";
import { effectiveSettings } from "@skein/host/settings";
import { cleanText, jsonText } from "@skein/terminal";
import { problemLine, skillLines } from "@skein/terminal-views/skills";
import { commandGroup } from "../arguments/command-group.ts";
import { jsonFlag } from "../arguments/common-flags.ts";
import { defineCommand } from "../arguments/define-command.ts";
import { flagHelp } from "../arguments/flag-help.ts";
import type { Flags } from "../arguments/flag.ts";
import { thisMachine } from "../machine.ts";
import { note } from "../print.ts";

const projectFlag = { description: "Into this folder's .skein/skills; default: your own skills" };
const flagTable = {
  json: jsonFlag,
  project: projectFlag,
  description: { value: "TEXT", description: "Of a new skill: what it does and when to use it" },
} as const satisfies Flags;

const help = `skein skill: instructions for kinds of tasks, in folders with a SKILL.md

Usage
  skein skill list              the skills that count in this folder, and what is wrong with others
  skein skill show NAME         its text
  skein skill new NAME          begin one
  skein skill add PATH          copy one into your own skills
  skein skill validate PATH…    check it against the specification

Skills are looked for in .skein/skills, .agents/skills, .claude/skills and .goose/skills of this project and of your
home folder, and in the skills folder beside your config file. The model sees their names and descriptions, and loads
one when it fits the task; in a chat /NAME starts one.

Examples
  skein skill list --json | jq -r '.skills[].name'
  skein skill new release-notes --description "Write release notes. Use when a version is tagged."
  skein skill validate .skein/skills/release-notes

Flags
${flagHelp(flagTable)}

Exit codes
  0 done · 2 no such skill, or one that breaks the specification
`;

type Run = Parameters<typeof defineCommand<typeof flagTable>>[0]["run"];

const command = (name: string, words: number, run: Run) => async () => ({
  main: defineCommand({ name: `skill ${name}`, help: () => help, flags: flagTable, words, run }),
});

async function here() {
  const machine = thisMachine();
  const cwd = process.cwd();
  const settings = await effectiveSettings(machine, cwd);
  const ownRoot = join(settings.folders.config, "skills");
  const root = (isProject = false) => (isProject ? join(cwd, ".skein", "skills") : ownRoot);
  return { found: await skillsHere(machine, settings, cwd), root };
}

function required(word: string | undefined, what: string): string {
  if (word !== undefined) return word;
  throw new ConfigError("usage", `${what} is missing.`, { hint: "See skein skill --help." });
}

const print = (text: string) => void process.stdout.write(`${cleanText(text).trimEnd()}\n`);

export const main = commandGroup("skill", help, {
  list: command("list", 0, async ({ json }) => {
    const { found } = await here();
    print(json ? jsonText(found, 2) : skillLines(found).join("\n"));
  }),
  show: command("show", 1, async ({ json }, [word]) => {
    const { found } = await here();
    const skill = namedSkill(required(word, "The name of a skill"), found);
    const text = await skillText(skill);
    print(json ? jsonText({ ...skill, text }, 2) : text);
  }),
  new: command("new", 1, async ({ project, description = "What it does. Use when …" }, [word]) => {
    const { root } = await here();
    const path = await newSkill(required(word, "A name"), description, root(project));
    note(`Written: ${path}`);
  }),
  add: command("add", 1, async ({ project }, [word]) => {
    const { root } = await here();
    const { folder, files } = await addSkill(required(word, "The folder of a skill"), root(project));
    note(`Copied to ${folder}${files.length === 0 ? "" : `, with ${files.join(", ")}`}`);
  }),
  validate: command("validate", 100, async ({ json }, words) => {
    required(words[0], "The folder of a skill");
    const checked = await Promise.all(words.map(validateSkill));
    const problems = checked.flatMap((one) => one.problems);
    if (json) print(jsonText({ problems }, 2));
    else if (problems.length > 0) print(problems.map(problemLine).join("\n"));
    return problems.length === 0 ? exitCodes.done : exitCodes.usage;
  }),
});
