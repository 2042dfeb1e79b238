import { cp, lstat } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "@skein/protocol";
import { filesOfSkill, type Skill } from "@skein/extensions-builtin/skills";
import { makeFolder } from "./new-skill.ts";
import { validateSkill } from "./validate-skill.ts";

/**
 * Copies a skill's folder, without its links. Throws `ConfigError` for one that cannot be used, and for a name that is
 * taken.
 *
 * @returns the copy, and what is in it.
 */
export async function addSkill(
  word: string,
  root: string,
): Promise<{ readonly skill: Skill; readonly folder: string; readonly files: readonly string[] }> {
  const { skill, problems } = await validateSkill(word);
  if (!skill) {
    const [problem] = problems.filter(({ level }) => level === "error");
    throw new ConfigError("usage", `${problem?.path}:${problem?.line}: ${problem?.message}.`, {
      hint: "Correct the file.",
    });
  }
  const folder = join(root, skill.name);
  await makeFolder(root, folder);
  await cp(skill.folder, folder, {
    recursive: true,
    filter: async (source) => !(await lstat(source)).isSymbolicLink(),
  });
  const { paths } = await filesOfSkill(folder);
  return { skill, folder, files: paths };
}
