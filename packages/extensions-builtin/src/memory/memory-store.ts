import { constants } from "node:fs";
import { open, readdir, readFile, realpath, rm, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { flushHandle } from "@skein/platform/files";
import { makeFolders, isInside } from "@skein/platform/folders";
import { ConfigError } from "@skein/protocol";
import { decodeText, encodeText, readText } from "@skein/platform/text";
import { replaceFile } from "../developer/replace-file.ts";
import { formatEntry, parseMemory, type MemoryEntry } from "./memory-text.ts";

export type MemoryScope = "user" | "project";

/** The folders with memory files. In each scope the first one is written to. */
export interface MemoryFolders {
  readonly user: readonly string[];
  readonly project: readonly string[];
  /** Links of the project's must not lead out of it. */
  readonly projectRoot: string;
}

/** A file: `CATEGORY.txt` in Goose's format, or `CATEGORY.md`. */
export interface MemoryFile {
  readonly category: string;
  readonly scope: MemoryScope;
  readonly path: string;
  readonly entries: readonly MemoryEntry[];
}

/** Bytes of one file. */
const mostFileBytes = 65_536;
const mostFiles = 100;
/** Bytes of one entry. */
export const mostEntryBytes = 4_000;

export const isCategory = (name: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,63}$/u.test(name);

/** By scope and name. What cannot be read is left out. */
export async function readMemories(folders: MemoryFolders): Promise<readonly MemoryFile[]> {
  const found: MemoryFile[] = [];
  for (const scope of ["user", "project"] as const) {
    for (const folder of folders[scope]) {
      const names = (await readdir(folder).catch((): string[] => [])).toSorted().slice(0, mostFiles);
      for (const name of names) {
        const file = await readMemory(join(folder, name), scope, folders);
        if (file) found.push(file);
      }
    }
  }
  return found;
}

async function readMemory(
  path: string,
  scope: MemoryScope,
  { projectRoot }: MemoryFolders,
): Promise<MemoryFile | undefined> {
  const kind = extname(path);
  const category = basename(path, kind);
  if (![".txt", ".md"].includes(kind) || !isCategory(category)) return undefined;
  try {
    const real = await realpath(path);
    if (scope === "project" && !isInside(real, await realpath(projectRoot))) return undefined;
    const stats = await stat(real);
    if (!stats.isFile() || stats.size > mostFileBytes) return undefined;
    const entries = parseMemory((await readText(await readFile(real))).text, kind === ".md");
    return entries.length === 0 ? undefined : { category, scope, path, entries };
  } catch {
    return undefined;
  }
}

/** Appends an entry. Throws `ConfigError` where that is not possible. @returns the file. */
export async function remember(
  folders: MemoryFolders,
  { category, scope }: Pick<MemoryFile, "category" | "scope">,
  entry: MemoryEntry,
): Promise<string> {
  const known = (await readMemories(folders)).find(
    (file) => file.category === category && file.scope === scope,
  );
  const folder = await folderToWrite(folders, scope);
  const path = known?.path ?? join(folder, `${category}.txt`);
  const isMarkdown = path.endsWith(".md");
  const text = formatEntry(isMarkdown ? { ...entry, tags: [] } : entry);
  const { size = 0 } = (await stat(path).catch(() => undefined)) ?? {};
  if (size + Buffer.byteLength(text) > mostFileBytes)
    throw new ConfigError("usage", `${category} is full: ${mostFileBytes} bytes.`, {
      hint: "Forget what no longer holds.",
    });
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
  await using file = await open(path, flags, 0o600);
  const { text: before, encode } = await formOf(path);
  const needsLine = size > 0 && !before.endsWith("\n\n");
  await file.appendFile(encode(`${needsLine ? "\n\n" : ""}${text}`));
  await flushHandle(file);
  return path;
}

async function folderToWrite(
  { user, project, projectRoot }: MemoryFolders,
  scope: MemoryScope,
): Promise<string> {
  const [folder] = scope === "user" ? user : project;
  if (folder === undefined) throw new ConfigError("usage", "There is no folder for memories here.");
  makeFolders(folder);
  if (scope === "project" && !isInside(await realpath(folder), await realpath(projectRoot)))
    throw new ConfigError("usage", `${folder} is a link that leads out of the project.`);
  return folder;
}

/**
 * Removes the entries with exactly this text, or all of a category.
 *
 * @returns how many.
 */
export async function forget(file: MemoryFile, text: string | undefined): Promise<number> {
  const kept = text === undefined ? [] : file.entries.filter((entry) => entry.text !== text.trim());
  const removed = file.entries.length - kept.length;
  if (removed === 0) return 0;
  if (kept.length === 0) await rm(file.path);
  else {
    const { mark, encode } = await formOf(file.path);
    const blocks = encode(kept.map((entry) => blockOf(file, entry)).join(""));
    await replaceFile(file.path, Buffer.concat([mark, blocks]));
  }
  return removed;
}

function blockOf({ path }: MemoryFile, entry: MemoryEntry): string {
  return path.endsWith(".md") ? `${entry.text}\n\n` : formatEntry(entry);
}

/** What a file that is written to keeps. Throws `ConfigError` for one whose encoding is a guess. */
async function formOf(path: string): Promise<{
  readonly text: string;
  readonly mark: Buffer;
  readonly encode: (text: string) => Buffer;
}> {
  const { text, mark, encoding, isGuess } = await decodeText(await readFile(path));
  if (isGuess)
    throw new ConfigError("unreadable", `${path} is not UTF-8; it could be ${encoding}.`, {
      hint: "Save it as UTF-8.",
    });
  const encode = (added: string): Buffer => {
    const encoded = encodeText(added, encoding);
    // Encodings that are certain have a code for every character.
    return "bytes" in encoded ? encoded.bytes : Buffer.from(added);
  };
  return { text, mark, encode };
}
