import { lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { clipToFile, defineTool, resultBytes } from "@skein/extension-kit";
import { escapeName, groupedNumber, type Tool, type ToolFailure } from "@skein/protocol";
import { fields, integer, optional, text } from "../fields.ts";
import { addFile, emptyFolder, type Folder } from "./folder-counts.ts";
import { ignoredBy } from "./ignore-files/ignored-by.ts";
import { refuseIgnored } from "./ignore-files/refuse-ignored.ts";
import { findNearPath, nearPathNote } from "./near-path.ts";
import { absolutePath, nearResource, pathFailure } from "./paths.ts";
import { ripgrep } from "./ripgrep.ts";

const defaultDepth = 2;
const mostFiles = 200_000;
const mostInFolder = 100;
const mostLines = 500;

/** @param isGuarded - called with absolute paths: such a folder is named but not listed. */
export const treeTool = (isGuarded: (path: string) => boolean): Tool =>
  defineTool({
    name: "tree",
    description:
      "List a folder: files with their bytes, folders with their number of files, respecting .gitignore.",
    effect: "reads",
    input: fields({
      path: optional(text("Default the working folder")),
      depth: optional(integer({ minimum: 1, maximum: 20 }, "Default 2")),
    }),
    resources: ({ path }, cwd) => nearResource(path, cwd),
    async run({ path: given, depth = defaultDepth }, context) {
      const near = findNearPath(absolutePath(given ?? ".", context.cwd));
      const { path } = near;
      try {
        if (!(await stat(path)).isDirectory()) return notFolder(path);
        if (isGuarded(path)) return guardedFolder(path);
        const refused = refuseIgnored(path);
        if (refused) return refused;
        const { root, stopped } = await filesUnder(path, context.signal);
        const lines = await listed({ folder: root, path, depth, indent: "" }, { left: mostLines, isGuarded });
        if (stopped) lines.push(`[Counted only the first ${groupedNumber(mostFiles)} files.]`);
        const whole = [`${escapeName(path)}/${nearPathNote(near)}`, ...lines].join("\n");
        return await clipToFile(whole, {
          folder: context.callFolder,
          maxBytes: Math.min(24_576, resultBytes(context)),
          maxLines: mostLines + 100,
        });
      } catch (error) {
        context.signal.throwIfAborted();
        return pathFailure(error, path);
      }
    },
  });

function notFolder(path: string): ToolFailure {
  return {
    kind: "failed",
    message: `${escapeName(path)} is not a folder.`,
    hint: "Use read to see a file.",
  };
}

function guardedFolder(path: string): ToolFailure {
  return {
    kind: "failed",
    message: `${escapeName(path)} is guarded and not listed: it may hold secrets.`,
    hint: "Read a file in it by its name if you need it; that may be asked about.",
  };
}

async function filesUnder(path: string, signal: AbortSignal) {
  const root = emptyFolder();
  let unfinished = "";
  const decoder = new TextDecoder();
  const args = ["--files", "--null", "--hidden", "--no-require-git", "--glob=!.git", "--", "./"];
  const run = await ripgrep(
    args,
    path,
    (output) => {
      const names = (unfinished + decoder.decode(output, { stream: true })).split("\0");
      unfinished = names.pop() ?? "";
      for (const name of names) addFile(root, name.replace(/^\.\//, "").split("/"));
      return root.files < mostFiles;
    },
    signal,
  );
  return { root, stopped: run.code === undefined };
}

interface Level {
  readonly folder: Folder;
  readonly path: string;
  readonly depth: number;
  readonly indent: string;
}

interface Listing {
  /** Lines left. */
  left: number;
  readonly isGuarded: (path: string) => boolean;
}

async function listed({ folder, path, depth, indent }: Level, budget: Listing): Promise<string[]> {
  const entries = (await readdir(path, { withFileTypes: true })).filter(({ name }) => name !== ".git");
  const visible = entries.filter(
    (entry) => (!entry.isFile() || folder.names.has(entry.name)) && !ignoredBy(join(path, entry.name)),
  );
  const sorted = visible.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  if (sorted.length === 0) return [`${indent}  (empty)`];
  const lines: string[] = [];
  for (const [index, entry] of sorted.entries()) {
    if (index === mostInFolder || budget.left <= 0) {
      lines.push(`${indent}  … ${sorted.length - index} more`);
      break;
    }
    budget.left--;
    const inner = folder.folders.get(entry.name);
    const at = join(path, entry.name);
    const name = `${indent}  ${escapeName(entry.name)}`;
    if (entry.isDirectory() && budget.isGuarded(at)) lines.push(`${name}/ (guarded)`);
    else if (!entry.isDirectory()) lines.push(`${name}${await fileNote(at)}`);
    else if (!inner) lines.push(`${name}/ (${(await isEmpty(at)) ? "empty" : "ignored"})`);
    else {
      lines.push(`${name}/ (${groupedNumber(inner.files)} ${inner.files === 1 ? "file" : "files"})`);
      if (depth > 1)
        lines.push(
          ...(await listed({ folder: inner, path: at, depth: depth - 1, indent: `${indent}  ` }, budget)),
        );
    }
  }
  return lines;
}

async function fileNote(path: string): Promise<string> {
  const stats = await lstat(path).catch(() => undefined);
  if (!stats) return "";
  if (stats.isFile()) return ` ${groupedNumber(stats.size)}`;
  return stats.isSymbolicLink() ? " (link)" : " (not a file)";
}

async function isEmpty(path: string): Promise<boolean> {
  const names = await readdir(path).catch(() => undefined);
  return names?.length === 0;
}
