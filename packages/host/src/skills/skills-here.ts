import { nearestWord } from "@skein/platform/words";
import { ConfigError } from "@skein/protocol";
import { readSkills, skillFolders, type FoundSkills, type Skill } from "@skein/extensions-builtin/skills";
import type { Directories } from "@skein/settings";
import type { Machine } from "../machine.ts";
import { usedFolders, type EffectiveSettings } from "../settings/effective-settings.ts";

export interface SkillsHere extends FoundSkills {
  /** Those of the project that hold programs, while the project is not trusted: they are left out. */
  readonly untrusted: readonly Skill[];
}

/**
 * The skills of a folder: the user's, and the project's. A project's skill that is only text is offered as the project's
 * notes are; one with programs only once the project is trusted.
 */
export async function skillsHere(
  { env }: Pick<Machine, "env">,
  {
    folders,
    project,
  }: { readonly folders: Pick<Directories, "config">; readonly project: EffectiveSettings["project"] },
  cwd: string,
): Promise<SkillsHere> {
  const home = env["HOME"] ?? env["USERPROFILE"];
  const all = await readSkills(
    skillFolders({ project: usedFolders(project, cwd), home, config: folders.config }),
  );
  const found = { ...all, skills: all.skills.filter(({ path }) => !project.isUntrusted(path)) };
  const isUntrusted = (skill: Skill) =>
    skill.from === "project" && skill.hasPrograms && project.trust !== "trusted";
  return {
    ...found,
    skills: found.skills.filter((skill) => !isUntrusted(skill)),
    untrusted: found.skills.filter(isUntrusted),
  };
}

/** Throws `ConfigError` that says what there is, or why it is left out. */
export function namedSkill(name: string, { skills, untrusted, problems }: SkillsHere): Skill {
  const found = skills.find((skill) => skill.name === name);
  if (found) return found;
  const message = `There is no skill "${name}".`;
  const left = untrusted.find((skill) => skill.name === name);
  if (left) {
    throw new ConfigError("usage", `${left.folder} holds programs, and the project is not trusted.`, {
      hint: "Look at what it holds, then copy it to your own skills.",
    });
  }
  const isMeant = ({ path }: { readonly path: string }) => path.split(/[/\\]/).at(-2) === name;
  const problem = problems.find((one) => one.level === "error" && isMeant(one));
  if (problem)
    throw new ConfigError("usage", `${message} ${problem.path}:${problem.line}: ${problem.message}.`, {
      hint: "Correct the file.",
    });
  const guess = nearestWord(
    name,
    skills.map((skill) => skill.name),
  );
  const names = skills.map((skill) => skill.name).join(", ");
  throw new ConfigError("usage", message, {
    hint:
      guess !== undefined
        ? `Did you mean ${guess}?`
        : names === ""
          ? "A skill is a folder with a SKILL.md in .skein/skills, .agents/skills or .claude/skills."
          : `Use one of: ${names}.`,
  });
}
