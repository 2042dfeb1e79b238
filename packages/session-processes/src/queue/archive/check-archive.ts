import { posix } from "node:path";
import type { ReadEntry } from "tar";
import { feedArchive, type Archive } from "./feed-archive.ts";
import { archiveLimits, type ArchiveLimits } from "./limits.ts";
import { refusedArchive } from "./refused-archive.ts";
import { loadTar } from "../../later.ts";

type Kind = "folder" | "file" | "link";

const kinds: Readonly<Record<string, Kind>> = {
  File: "file",
  OldFile: "file",
  ContiguousFile: "file",
  Directory: "folder",
  SymbolicLink: "link",
};

/**
 * Reads a whole archive before anything of it is written. Throws `ConfigError` that names the first entry which could leave the
 * folder, or which is neither file, folder nor link.
 */
export async function checkArchive(archive: Archive, limits: ArchiveLimits = archiveLimits): Promise<void> {
  const { Parser } = await loadTar();
  const found = new Map<string, Kind>();
  let problem: Error | undefined;

  function check(entry: ReadEntry, isIgnored: boolean): void {
    entry.resume();
    const why = isIgnored ? `of the kind ${entry.type}` : problemOf(entry, found, limits);
    if (why !== undefined)
      problem ??= refusedArchive(archive.name, `${JSON.stringify(shortened(entry.path))} is ${why}`);
    if (found.size > limits.entries)
      problem ??= refusedArchive(archive.name, `it has more than ${limits.entries} entries`);
    if (problem) parser.emit("error", problem);
  }

  const parser = new Parser({ strict: true, brotli: false, zstd: false });
  parser.on("entry", (entry: ReadEntry) => check(entry, false));
  parser.on("ignoredEntry", (entry: ReadEntry) => check(entry, true));
  await feedArchive(archive, parser, limits);
  if (![...found.values()].includes("file")) throw refusedArchive(archive.name, "it has no files");
}

/** What is wrong with an entry, after those that were found before it. */
function problemOf(entry: ReadEntry, found: Map<string, Kind>, limits: ArchiveLimits): string | undefined {
  const { path, type } = entry;
  const kind = kinds[type];
  if (type === "Link") return "a hard link, which is not unpacked: pack the file itself";
  if (kind === undefined) return `of the kind ${type}`;
  if (path.length > limits.pathLength) return `longer than ${limits.pathLength} characters`;
  if (posix.isAbsolute(path)) return "absolute";
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) return "outside of the folder";
  if (parts.some((part) => part.toLowerCase() === ".git"))
    return "of a git repository, whose settings can start programs: use git archive, or leave it out";
  if (parts.length === 0) return kind === "folder" ? undefined : "without a name";
  if (kind === "link" && leaves(entry.linkpath ?? "", parts.length - 1))
    return `a link that leaves the folder, to ${JSON.stringify(entry.linkpath)}`;
  return placeProblem(parts, kind, found);
}

/** Notes an entry and the folders that it is in: each name is one thing, so nothing is written through a link. */
function placeProblem(parts: readonly string[], kind: Kind, found: Map<string, Kind>): string | undefined {
  const name = parts.join("/");
  const there = found.get(name);
  if (there !== undefined && !(there === "folder" && kind === "folder")) return "there twice";
  found.set(name, kind);
  for (let depth = parts.length - 1; depth > 0; depth--) {
    const parent = parts.slice(0, depth).join("/");
    const known = found.get(parent);
    if (known === "folder") break; // so are those that it is in
    if (known !== undefined) return `inside of ${JSON.stringify(parent)}, which is a ${known}`;
    found.set(parent, "folder");
  }
  return undefined;
}

/**
 * Folders that links are in are folders, so `..` at the beginning of a target leads to where it says. Behind a name it could
 * leave from where another link leads.
 */
function leaves(target: string, depth: number): boolean {
  if (target === "" || posix.isAbsolute(target)) return true;
  const parts = target.split("/").filter((part) => part !== "" && part !== ".");
  const ups = parts.findIndex((part) => part !== "..");
  const leading = ups === -1 ? parts.length : ups;
  return leading > depth || parts.slice(leading).includes("..");
}

function shortened(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200)}…` : path;
}
