import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { ConfigError } from "@skein/protocol";
import { readSkill, skillFile, type Skill, type SkillProblem } from "@skein/extensions-builtin/skills";
import { readText } from "@skein/platform/text";

/** Reads the skill in a folder, or by its `SKILL.md`. Throws `ConfigError` when there is no such file. */
export async function validateSkill(
  word: string,
): Promise<{ readonly path: string; readonly skill?: Skill; readonly problems: readonly SkillProblem[] }> {
  const given = resolve(word);
  const path = basename(given) === skillFile ? given : join(given, skillFile);
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isFile())
    throw new ConfigError("usage", `There is no ${skillFile} in ${dirname(path)}.`, {
      hint: "Name the folder of a skill.",
    });
  return { path, ...(await readSkill(path, { from: "user" })) };
}

/** What the model is given when it loads the skill, front matter and all. */
export async function skillText({ path }: Skill): Promise<string> {
  return (await readText(await readFile(path))).text;
}
