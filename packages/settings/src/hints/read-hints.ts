import { dirname, join, resolve } from "node:path";
import { foldersOfProject } from "../project-folders.ts";
import { readHintFile, type HintLimits } from "./hint-file.ts";
import { importsIn, isImportable, mostImportDepth } from "./hint-imports.ts";

/** Maximum bytes of one file, and of all files together. */
const maxFileBytes = 64 * 1024;
const maxAllBytes = 192 * 1024;

export interface HintsOptions {
  /** Absolute working directory of the agent. */
  readonly cwd: string;
  /** The user's config folder: see `directories`. */
  readonly config: string;
  /** Names of hint files; several in one folder are read in this order. */
  readonly names: readonly string[];
  /** Whether the project's are left out. Default false. */
  readonly onlyUser?: boolean;
  /** See `HintLimits`. Default: no file is guarded. */
  readonly isGuarded?: HintLimits["isGuarded"];
}

/** A hint file: instructions for the model. */
export interface HintFile {
  readonly path: string;
  /** Without invisible characters; truncated when `isClipped`. */
  readonly text: string;
  /** `user` for files in the user's own folder, `project` for all others. */
  readonly from: "user" | "project";
  readonly isClipped: boolean;
}

export interface Hints {
  /** The user's first, then from the root of the project down: the nearest comes last, imports after what imports them. */
  readonly files: readonly HintFile[];
  /** Sentences for the user: what was clipped or skipped. */
  readonly warnings: readonly string[];
}

/**
 * Reads hint files: in the user's folder, then in each folder from the repository's root down to `cwd`, each with the
 * files that it imports. Links and imports are followed only within the project, and not to guarded files. The same file, or the same text in one
 * folder, counts once.
 *
 * Never throws: what cannot be read is a warning.
 */
export async function readHints({
  cwd,
  config,
  names,
  onlyUser = false,
  isGuarded,
}: HintsOptions): Promise<Hints> {
  const folders = onlyUser ? [] : foldersOfProject(cwd);
  const [root = cwd] = folders;
  const reading = hintReading(names, maxAllBytes, isGuarded);
  await reading.folder(config, { from: "user", inside: undefined, importsInside: config });
  for (const folder of folders)
    await reading.folder(folder, { from: "project", inside: root, importsInside: root });
  return reading.hints();
}

/** The hint files of folders, without those that were read already. */
export interface HintReading {
  /** Reads those of one more folder. @returns what was added. */
  folder(path: string, boundary: HintBoundary): Promise<readonly HintFile[]>;
  hints(): Hints;
}

export interface HintBoundary {
  readonly from: HintFile["from"];
  /** Links of hint files must not lead out of it. `undefined`: they may. */
  readonly inside: string | undefined;
  /** Imports must not lead out of it. */
  readonly importsInside: string;
}

/** @param maxBytes - of all files together. */
export function hintReading(
  names: readonly string[],
  maxBytes: number,
  isGuarded?: HintLimits["isGuarded"],
): HintReading {
  const files: HintFile[] = [];
  const warnings: string[] = [];
  const seen = new Set<string>();
  let left = maxBytes;

  async function read(
    path: string,
    { from, importsInside, inside }: HintBoundary,
    depth: number,
  ): Promise<void> {
    const found = await readHintFile(path, {
      inside: depth === 0 ? inside : importsInside,
      isGuarded: from === "project" ? isGuarded : undefined,
      maxBytes: Math.min(maxFileBytes, left),
    });
    if (!found) return;
    if ("problem" in found) {
      warnings.push(`${path} is left out: ${found.problem}.`);
      return;
    }
    if (depth > 0 && !isImportable(found.realPath)) {
      warnings.push(`${path} is left out: only text such as Markdown is imported.`);
      return;
    }
    const keys = [found.realPath, `${dirname(path)}\n${found.text}`];
    if (found.text.trim() === "" || keys.some((key) => seen.has(key))) return;
    for (const key of keys) seen.add(key);
    left -= found.bytes;
    files.push({ path, text: found.text, from, isClipped: found.isClipped });
    if (found.guess !== "") warnings.push(`${path} is not UTF-8: ${found.guess}. Save it as UTF-8.`);
    if (found.isClipped) {
      warnings.push(
        `${path} is too long for a hint file: the model gets its first ${found.bytes} bytes. Shorten it.`,
      );
    }
    const imports = importsIn(found.text);
    if (depth < mostImportDepth)
      for (const word of imports)
        await read(resolve(dirname(path), word), { from, importsInside, inside }, depth + 1);
    else if (imports.length > 0)
      warnings.push(
        `${path} imports more: imports go ${mostImportDepth} files deep. Import them further up.`,
      );
  }

  return {
    async folder(path, boundary) {
      const before = files.length;
      for (const name of names) await read(join(path, name), boundary, 0);
      return files.slice(before);
    },
    hints: () => ({ files, warnings }),
  };
}
