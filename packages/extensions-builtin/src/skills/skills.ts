import { readFile } from "node:fs/promises";
import { defineExtension, defineTool, type ToolReturn } from "@skein/extension-kit";
import { escapeInvisible, messageOf, type Extension, type Tool, type ToolContext } from "@skein/protocol";
import { readText } from "@skein/platform/text";
import { fields, optional, text } from "../fields.ts";
import { activeSkills, type ActiveSkills } from "./active-skills.ts";
import { skillBody } from "./parse-skill.ts";
import { skillPrompts } from "./prompts.ts";
import { skillIndex } from "./skill-index.ts";
import type { Skill } from "./skill.ts";
import { filesOfSkill, readSupportingFile } from "./supporting-files.ts";

export interface SkillsOptions {
  /** See `readSkills`. Without any the extension has no tools and costs a request nothing. */
  readonly skills: readonly Skill[];
  /** It has its tool even without skills, for lists of tools. Default false. */
  readonly isForListing?: boolean;
  /** Receives the skills that narrow what may run; whoever decides about calls reads them. Default: nothing is narrowed. */
  readonly active?: ActiveSkills;
  /** What the user has written. Default: nothing, so that skills for the user only cannot be loaded. */
  readonly userWords?: () => Promise<readonly string[]>;
}

/** Skills for the model: a list of names and descriptions, and the text of each when it is needed. */
export function skills(options: SkillsOptions): Extension {
  const { skills: all, active = activeSkills() } = options;
  const hasProject = all.some(({ from }) => from === "project");
  return defineExtension({
    name: "skills",
    description: "Instructions for kinds of tasks.",
    ...(all.length === 0 ? {} : { instructions: skillPrompts.instructions(skillIndex(all), hasProject) }),
    tools: all.length === 0 && !options.isForListing ? [] : [skillTool({ ...options, active })],
    dynamicContext(state) {
      active.restore(state);
      return active
        .list()
        .map(({ what, tools }) => skillPrompts.narrowed(what, tools))
        .join("\n");
    },
  });
}

function skillTool({
  skills: all,
  active,
  userWords,
}: SkillsOptions & { readonly active: ActiveSkills }): Tool {
  return defineTool({
    name: "skill",
    description: skillPrompts.tool,
    effect: "reads",
    input: fields({
      name: optional(text()),
      file: optional(text("A file of the skill, by its listed path.")),
    }),
    async run({ name, file }, { state }): Promise<ToolReturn> {
      if (name === undefined) return skillIndex(all, Infinity);
      const skill = all.find((one) => one.name === name);
      if (!skill) {
        const names = all.filter(({ isForUserOnly }) => !isForUserOnly).map((one) => one.name);
        return { kind: "failed", ...skillPrompts.unknown(name, names) };
      }
      if (skill.isForUserOnly && !(await isAskedFor(skill, userWords)))
        return { kind: "failed", ...skillPrompts.forUser(name) };
      return file === undefined ? load(skill, active, state) : readSupportingFile(skill.folder, file);
    },
  });
}

async function load(skill: Skill, active: ActiveSkills, state: ToolContext["state"]): Promise<ToolReturn> {
  let body: string;
  try {
    body = await skillBody((await readText(await readFile(skill.path))).text);
  } catch (error) {
    return {
      kind: "failed",
      message: `The skill cannot be read: ${messageOf(error)}`,
      hint: "Continue without it.",
    };
  }
  if (skill.allowedTools) {
    active.add({ name: skill.name, what: `skill ${skill.name}`, tools: skill.allowedTools });
    await state?.write(active.state());
  }
  const { paths, isCut } = await filesOfSkill(skill.folder);
  return [
    escapeInvisible(body),
    [
      skillPrompts.loaded(skill.folder),
      ...(paths.length === 0 ? [] : [skillPrompts.files(paths, isCut)]),
    ].join("\n"),
  ].join("\n\n");
}

/** The user has named it. */
async function isAskedFor({ name }: Skill, userWords: SkillsOptions["userWords"]): Promise<boolean> {
  const words = (await userWords?.()) ?? [];
  const named = new RegExp(
    String.raw`(?<![\p{L}\p{N}_.-])${name.replaceAll(".", String.raw`\.`)}(?![\p{L}\p{N}_-])`,
    "u",
  );
  return words.some((said) => named.test(said));
}
