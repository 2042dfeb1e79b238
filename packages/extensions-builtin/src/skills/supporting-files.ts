import { constants } from "node:fs";
import { open, readdir, realpath } from "node:fs/promises";
import { extname, join } from "node:path";
import { isInside } from "@skein/platform/folders";
import type { ToolFailure } from "@skein/protocol";
import { describeGuess, readText } from "@skein/platform/text";

const mostFiles = 100;
const mostDepth = 4;
/** Bytes of one file. */
const mostBytes = 262_144;

export interface SkillFiles {
  /** Below the skill's folder, with `/`, sorted; without `SKILL.md`. */
  readonly paths: readonly string[];
  /** There are more. */
  readonly isCut: boolean;
}

export async function filesOfSkill(folder: string): Promise<SkillFiles> {
  const paths: string[] = [];
  async function visit(below: string, depth: number): Promise<void> {
    const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (paths.length > mostFiles) return;
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (!entry.isDirectory()) paths.push(path);
      else if (depth < mostDepth && entry.name !== "node_modules" && entry.name !== ".git")
        await visit(path, depth + 1);
      else paths.push(`${path}/`);
    }
  }
  await visit("", 0);
  const found = paths.filter((path) => path !== "SKILL.md");
  return { paths: found.toSorted().slice(0, mostFiles), isCut: found.length > mostFiles };
}

const readingMatter = new Set([
  ".md",
  ".markdown",
  ".txt",
  ".rst",
  ".png",
  ".jpg",
  ".jpeg",
  ".gif",
  ".svg",
  ".webp",
]);

/** A file that is only there to be read. A name that says nothing of its kind may be a program. */
export function isReadingMatter(path: string): boolean {
  return readingMatter.has(extname(path).toLowerCase()) || /(^|\/)(LICENSE|NOTICE|README)$/.test(path);
}

/** The text of a file of a skill. A path or link that leads out of its folder is refused. */
export async function readSupportingFile(folder: string, file: string): Promise<string | ToolFailure> {
  const outside: ToolFailure = {
    kind: "failed",
    message: `${JSON.stringify(file)} is not in the skill's folder.`,
    hint: "Name a file of the skill by its path below that folder, as it was listed.",
  };
  try {
    const root = await realpath(folder);
    const target = await realpath(join(root, file));
    if (!isInside(target, root)) return outside;
    const flags = constants.O_RDONLY | constants.O_NONBLOCK | (constants.O_NOFOLLOW ?? 0);
    await using handle = await open(target, flags);
    const stats = await handle.stat();
    if (!stats.isFile()) return { kind: "failed", message: `${file} is not a file.` };
    if (stats.size > mostBytes)
      return {
        kind: "failed",
        message: `${file} has ${stats.size} bytes.`,
        hint: `Read parts of it: ${target}`,
      };
    const read = await readText(await handle.readFile());
    if (read.text.includes("\0"))
      return { kind: "failed", message: `${file} is not text.`, hint: `It is at ${target}.` };
    return read.isGuess ? `${read.text.trimEnd()}\n[${file} was ${describeGuess(read)}.]` : read.text;
  } catch {
    const { paths } = await filesOfSkill(folder);
    return {
      kind: "failed",
      message: `The skill has no file ${JSON.stringify(file)}.`,
      hint: paths.length === 0 ? "It has no files but its text." : `It has ${paths.join(", ")}.`,
    };
  }
}
