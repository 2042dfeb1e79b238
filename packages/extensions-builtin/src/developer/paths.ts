import { readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { homeFolder } from "@skein/platform/user";
import { escapeName, type ToolFailure } from "@skein/protocol";
import { findNearPath, lookalikes, nameWithSpaces } from "./near-path.ts";

/** Resolves a path from an input: `~` is the home folder, relative paths start in the working directory. */
export function absolutePath(path: string, cwd: string): string {
  if (path === "~") return homeFolder();
  return path.startsWith("~/") ? join(homeFolder(), path.slice(2)) : resolve(cwd, path);
}

/** The resource name of the file that a path means: by it, calls are queued, and permissions judge them. */
export function fileResource(path: string, cwd: string): readonly string[] {
  return [`file:${findNearPath(absolutePath(path, cwd)).path}`];
}

/** The same for a path that is written in another way than its folder has it; otherwise none: reading needs no turn. */
export function nearResource(path: string | undefined, cwd: string): readonly string[] {
  const near = findNearPath(absolutePath(path ?? ".", cwd));
  return near.name === undefined ? [] : [`file:${near.path}`];
}

/** The failure for a path that the system rejects. */
export function pathFailure(error: unknown, path: string): ToolFailure {
  const shown = escapeName(path);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT" || code === "ENOTDIR") {
    const near = similarNames(path);
    return {
      kind: "failed",
      message: `There is no ${shown}.`,
      hint:
        near.length > 0 ? `Its folder has ${near.join(", ")}.` : "Use tree or search to find the right path.",
    };
  }
  const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
  return { kind: "failed", message: `${shown} cannot be used: ${reason}.` };
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "the system does not permit it",
  EISDIR: "it is a folder",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "its name is too long",
  ENOSPC: "the disk is full",
  EROFS: "the file system is read-only",
  ENXIO: "it is a socket or device",
  ERR_INVALID_ARG_VALUE: "it holds a NUL character",
};

const mostSimilar = 5;

/** Similar names in the folder: the same in another case, or one a part of the other. */
function similarNames(path: string): string[] {
  const wanted = basename(path).toLowerCase();
  const stem = wanted.replace(/\.[^.]*$/, "");
  try {
    const like = lookalikes(path);
    if (like.length > 0) return like.slice(0, mostSimilar).map(nameWithSpaces);
    return readdirSync(dirname(path))
      .filter(
        (name) => name.toLowerCase() === wanted || (stem.length > 2 && name.toLowerCase().includes(stem)),
      )
      .slice(0, mostSimilar)
      .map(escapeName);
  } catch {
    return [];
  }
}
