import { constants, existsSync } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "@skein/protocol";
import { readText } from "@skein/platform/text";

/** The parts of the system prompt that a file of the user can replace completely. */
export const promptNames = [
  "system",
  "to-the-end",
  "final-output",
  "judge",
  "adversary",
  "user-notes",
  "project-notes",
] as const;

export type PromptName = (typeof promptNames)[number];

/** A part as the user wrote it. */
export interface PromptFile {
  readonly name: PromptName;
  readonly path: string;
  /** Empty: the part is left out. */
  readonly text: string;
}

export interface PromptFiles {
  readonly files: readonly PromptFile[];
  /** Sentences for the user: which files are skipped, and why. */
  readonly warnings: readonly string[];
}

const mostBytes = 64 * 1024;

/**
 * Reads `prompts/NAME.md` in the user's config folder: see `directories`. A project has none: its authors may give
 * the model hints, but not replace Skein's prompts.
 *
 * Never throws: what cannot be used is a warning.
 */
export async function readPrompts(config: string): Promise<PromptFiles> {
  const folder = join(config, "prompts");
  const files: PromptFile[] = [];
  const warnings: string[] = [];
  for (const fileName of await markdownIn(folder)) {
    const path = join(folder, fileName);
    const name = promptNames.find((known) => `${known}.md` === fileName);
    if (!name) {
      const known = promptNames.map((each) => `${each}.md`).join(", ");
      warnings.push(`${path} is ignored: there is no prompt with that name. Known prompts: ${known}.`);
      continue;
    }
    const read = await readPrompt(path);
    if ("problem" in read) warnings.push(`${path} is ignored: ${read.problem}.`);
    else files.push({ name, path, text: read.text });
  }
  return { files, warnings };
}

async function markdownIn(folder: string): Promise<readonly string[]> {
  const names = existsSync(folder) ? await readdir(folder).catch(() => []) : [];
  return names.filter((name) => name.endsWith(".md")).toSorted();
}

async function readPrompt(path: string): Promise<{ readonly text: string } | { readonly problem: string }> {
  try {
    // Non-blocking, in case it is a pipe.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (!stats.isFile()) return { problem: "it is not a file" };
    if (stats.size > mostBytes)
      return { problem: `it has ${stats.size} bytes, at most ${mostBytes} are read` };
    const read = await readText(await file.readFile());
    if (read.text.includes("\0")) return { problem: "it is not text" };
    if (read.isGuess) return { problem: "it is not UTF-8; save it as that" };
    return { text: read.text.replaceAll("\r\n", "\n").trim() };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}
