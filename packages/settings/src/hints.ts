import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { join, relative, isAbsolute, sep } from "node:path";
import { hiddenCharacterRanges, messageOf } from "@skein/protocol";
import { foldersOfProject } from "./project-folders.ts";

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
  /** The user's first, then from the root of the project down: the nearest comes last. */
  readonly files: readonly HintFile[];
  /** Sentences for the user: what was clipped or skipped. */
  readonly warnings: readonly string[];
}

/**
 * Reads hint files: in the user's folder, then in each folder from the repository's root down to `cwd`. Links are
 * followed only within the project. The same file, or the same text in one folder, counts once.
 *
 * Never throws: what cannot be read is a warning.
 */
export async function readHints({ cwd, config, names }: HintsOptions): Promise<Hints> {
  const folders = foldersOfProject(cwd);
  const [root = cwd] = folders;
  const places = [
    ...names.map((name) => ({ folder: config, name, from: "user" as const, inside: undefined })),
    ...folders.flatMap((folder) =>
      names.map((name) => ({ folder, name, from: "project" as const, inside: root })),
    ),
  ];
  const files: HintFile[] = [];
  const warnings: string[] = [];
  const seen = new Set<string>();
  let left = maxAllBytes;
  for (const { folder, name, from, inside } of places) {
    const path = join(folder, name);
    const found = await readHint(path, inside, Math.min(maxFileBytes, left));
    if (!found) continue;
    if ("problem" in found) {
      warnings.push(`${path} is left out: ${found.problem}.`);
      continue;
    }
    const keys = [found.realPath, `${folder}\n${found.text}`];
    if (found.text.trim() === "" || keys.some((key) => seen.has(key))) continue;
    for (const key of keys) seen.add(key);
    left -= found.bytes;
    files.push({ path, text: found.text, from, isClipped: found.isClipped });
    if (found.isClipped) {
      warnings.push(
        `${path} is too long for a hint file: the model gets its first ${found.bytes} bytes. Shorten it.`,
      );
    }
  }
  return { files, warnings };
}

type Found =
  | {
      readonly realPath: string;
      readonly text: string;
      readonly bytes: number;
      readonly isClipped: boolean;
    }
  | { readonly problem: string };

/** @param inside - the folder that a link may not lead out of. */
async function readHint(
  path: string,
  inside: string | undefined,
  maxBytes: number,
): Promise<Found | undefined> {
  try {
    const target = await realpath(path);
    if (inside !== undefined && !isBelow(target, await realpath(inside)))
      return { problem: `it is a link that leads out of the project, to ${target}` };
    const flags = constants.O_RDONLY | constants.O_NONBLOCK | (constants.O_NOFOLLOW ?? 0);
    await using file = await open(target, flags);
    const stats = await file.stat();
    if (!stats.isFile()) return { problem: "it is not a file" };
    if (maxBytes <= 0) return { problem: "the hint files before it use up all the space" };
    const buffer = Buffer.alloc(Math.min(stats.size, maxBytes));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const isClipped = stats.size > bytesRead;
    const bytes = isClipped ? wholeLines(buffer.subarray(0, bytesRead)) : buffer.subarray(0, bytesRead);
    if (bytes.includes(0)) return { problem: "it is not text" };
    const text = visible(new TextDecoder().decode(bytes));
    return { realPath: target, text, bytes: bytes.length, isClipped };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : { problem: messageOf(error) };
  }
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Up to the last line end; a single long line is cut. */
function wholeLines(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf("\n");
  return end <= 0 ? bytes : bytes.subarray(0, end + 1);
}

/** Text that people who read the file cannot see must not reach the model. */
function visible(text: string): string {
  return text
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .replace(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

// C0 except \t and \n, DEL, C1, and what is not seen. Joiners and the selectors that emoji need stay.
const hidden = new RegExp(
  String.raw`[\u0000-\u0008\u000B-\u001F\u007F-\u009F${hiddenCharacterRanges}]`,
  "gu",
);
