import { join } from "node:path";
import { type Flags, flagHelp } from "@skein/command-line";
import { jsonFlag } from "@skein/command-line/flags";
import { exitCodes } from "@skein/protocol";
import { addSkill, newSkill, skillText, validateSkill } from "@skein/command-line/skills";
import { namedSkill, skillsHere, type SkillsHere } from "@skein/host/agents";
import { effectiveSettings } from "@skein/host/settings";
import { problemLine, skillLines } from "@skein/terminal-chat/skills";
import { commandGroup, groupCommands } from "../arguments/command-line.ts";
import { thisMachine } from "../machine.ts";
import { openRedaction } from "../session/user-redactor.ts";
import { note, print, printJson } from "../print.ts";

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

const command = groupCommands("skill", help, flagTable);

async function here(): Promise<SkillsHere> {
  const machine = thisMachine();
  const cwd = process.cwd();
  return skillsHere(machine, await effectiveSettings(machine, cwd), cwd);
}

/** Where a skill is put. */
function root(isProject = false): string {
  return isProject
    ? join(process.cwd(), ".skein", "skills")
    : join(thisMachine().directories.config, "skills");
}

export const main = commandGroup("skill", help, {
  list: command(async ({ json }) => {
    const found = await here();
    if (json) printJson(found);
    else skillLines(found).forEach(print);
  }),
  show: command(
    async ({ json }, [name]) => {
      const skill = namedSkill(name, await here());
      const text = await skillText(skill);
      if (json) printJson({ ...skill, text });
      else print(text.trimEnd());
    },
    { needs: ["The name of a skill"] },
  ),
  new: command(
    async ({ project, description = "What it does. Use when …" }, [name]) => {
      note(`Written: ${await newSkill(name, description, root(project))}`);
    },
    { needs: ["A name"] },
  ),
  add: command(
    async ({ project }, [path]) => {
      const { folder, files } = await addSkill(path, root(project));
      note(`Copied to ${folder}${files.length === 0 ? "" : `, with ${files.join(", ")}`}`);
    },
    { needs: ["The folder of a skill"] },
  ),
  validate: command(
    async ({ json }, words) => {
      const checked = await Promise.all(words.map(validateSkill));
      const redact = await openRedaction();
      const problems = redact(checked.flatMap((one) => one.problems));
      if (json) printJson({ problems });
      else problems.map(problemLine).forEach(print);
      return problems.length === 0 ? exitCodes.done : exitCodes["not-started"];
    },
    { needs: ["The folder of a skill"], words: Infinity },
  ),
});
