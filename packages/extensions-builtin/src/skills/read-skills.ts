import { existsSync } from "node:fs";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { isInside } from "@skein/platform/folders";
import { groupedNumber, messageOf } from "@skein/protocol";
import { describeGuess, readText } from "@skein/platform/text";
import { parseSkill } from "./parse-skill.ts";
import type { SkillFolder } from "./skill-folders.ts";
import type { Skill, SkillProblem } from "./skill.ts";
import { filesOfSkill, isReadingMatter } from "./supporting-files.ts";

export interface FoundSkills {
  /** One of each name, in the order of the folders. */
  readonly skills: readonly Skill[];
  readonly problems: readonly SkillProblem[];
}

export const skillFile = "SKILL.md";

/** Bytes of a `SKILL.md`. */
const mostBytes = 262_144;
/** Folders below one of `folders`. */
const mostDepth = 4;
const mostFolders = 2_000;
const skipped = new Set(["node_modules", ".git"]);

/**
 * Finds the skills of these folders, each in a folder with a `SKILL.md`, also nested ones. Of two with the same name the
 * first counts. A missing folder counts as empty, and a problem of one skill does not affect others.
 */
export async function readSkills(folders: readonly SkillFolder[]): Promise<FoundSkills> {
  const skills = new Map<string, Skill>();
  const problems: SkillProblem[] = [];
  for (const folder of folders) {
    for (const path of await skillFilesBelow(folder.path)) {
      const read = await readSkill(path, folder);
      problems.push(...read.problems);
      if (!read.skill) continue;
      const first = skills.get(read.skill.name);
      if (!first) skills.set(read.skill.name, read.skill);
      else if ((await realpath(first.path)) !== (await realpath(path)))
        problems.push({
          path,
          line: 1,
          level: "error",
          message: `${first.path} has the same name and counts before it`,
        });
    }
  }
  return { skills: [...skills.values()], problems };
}

/** @param path - of its `SKILL.md`, absolute. */
export async function readSkill(
  path: string,
  { from, inside }: Pick<SkillFolder, "from" | "inside">,
): Promise<{ readonly skill?: Skill; readonly problems: readonly SkillProblem[] }> {
  const refused = (message: string) => ({ problems: [{ path, line: 1, message, level: "error" as const }] });
  try {
    const real = await realpath(path);
    if (inside !== undefined && !isInside(real, await realpath(inside)))
      return refused("it is a link that leads out of the project");
    const stats = await stat(real);
    if (!stats.isFile()) return refused("it is not a file");
    if (stats.size > mostBytes) return refused(`it is larger than ${groupedNumber(mostBytes)} bytes`);
    const read = await readText(await readFile(real));
    const { skill, problems: found } = await parseSkill(read.text, path);
    const guess = {
      path,
      line: 1,
      message: `it is not UTF-8: ${describeGuess(read)}`,
      level: "note" as const,
    };
    const problems = read.isGuess ? [guess, ...found] : found;
    if (!skill) return { problems };
    const files = await filesOfSkill(skill.folder);
    const hasPrograms = files.isCut || !files.paths.every(isReadingMatter);
    return { skill: { ...skill, from, hasPrograms }, problems };
  } catch (error) {
    return refused(`it cannot be read: ${messageOf(error)}`);
  }
}

async function skillFilesBelow(root: string): Promise<readonly string[]> {
  if (!existsSync(root)) return [];
  const found: string[] = [];
  let left = mostFolders;
  async function visit(folder: string, depth: number): Promise<void> {
    if (left-- <= 0) return;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    if (depth > 0 && entries.some(({ name }) => name === skillFile)) {
      found.push(join(folder, skillFile));
      return;
    }
    if (depth >= mostDepth) return;
    for (const { name } of entries
      .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !skipped.has(entry.name))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)))
      await visit(join(folder, name), depth + 1);
  }
  await visit(root, 0);
  return found;
}
