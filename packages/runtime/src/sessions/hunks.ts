import { isUtf8 } from "node:buffer";
import { readFile, unlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolders } from "@skein/platform/folders";
import type { FileCheckpoints } from "@skein/checkpoints";
import { ConfigError, type Entry } from "@skein/protocol";
import { readAll, snapshotsAt } from "@skein/sessions";
import type { StructuredPatch } from "diff";
import { planFolder } from "./plan-rewind.ts";
import type { RewindParts } from "./rewind-session.ts";
import type { FileDiff, SessionDiff } from "./session-diff.ts";
import { loadDiff } from "../later.ts";

/** A connected change in one file. */
export interface Hunk {
  /** Its place among those of its run, from 1. */
  readonly number: number;
  /** Absolute. */
  readonly path: string;
  /** Where it begins in the file as the run left it; from 1. */
  readonly line: number;
  readonly added: number;
  readonly removed: number;
  /** Its first changed line, with `+` or `-`. */
  readonly first: string;
}

interface KnownHunk {
  readonly hunk: Hunk;
  readonly file: FileDiff;
  /** That takes it out of the file again. */
  readonly reverse: StructuredPatch;
}

/** The hunks of a diff that the files still have: the others were reverted or changed since. */
export async function hunksThere(diff: SessionDiff): Promise<readonly Hunk[]> {
  const found = await Promise.all(
    (await hunksOf(diff)).map(async (one) => ((await without(one)) === undefined ? [] : [one.hunk])),
  );
  return found.flat();
}

/**
 * Takes one hunk out of its file, where the file still has that text. It is between two checkpoints, like a rewind that leaves
 * the conversation, so that a redo restores it.
 *
 * Throws `ConfigError` when there is no such hunk, or the file has other text by now.
 */
export async function revertHunk(
  { store, checkpoints, write }: RewindParts,
  session: string,
  diff: SessionDiff,
  number: number,
): Promise<Hunk> {
  const found = (await hunksOf(diff)).find(({ hunk }) => hunk.number === number);
  if (!found)
    throw new ConfigError("usage", `There is no hunk ${number}.`, {
      hint: "Look at the diff: its hunks are numbered.",
    });
  const { hunk } = found;
  const text = await without(found);
  if (text === undefined) {
    throw new ConfigError("usage", `${hunk.path} does not have that text any more.`, {
      hint: "The hunk was reverted, or the file was changed since.",
    });
  }
  const entries = await readAll(store, session);
  const folder = await folderOf(hunk.path, entries, diff.run, checkpoints);
  await write([{ kind: "checkpoint", snapshot: folder.now, root: folder.root }]);
  await writeText(found, text);
  const last = entries.at(-1)?.seq ?? 0;
  await write([{ kind: "rewind", to: last }]);
  const { id } = await checkpoints.capture(folder.root, folder);
  await write([{ kind: "checkpoint", snapshot: id, root: folder.root, closes: true }]);
  return hunk;
}

async function hunksOf({ files }: SessionDiff): Promise<readonly KnownHunk[]> {
  const { parsePatch, reversePatch } = await loadDiff();
  const all = files.flatMap((file) =>
    parsePatch(file.text?.patch ?? "").flatMap((patch) =>
      patch.hunks.map((hunk) => {
        const changed = hunk.lines.filter((line) => /^[+-]/.test(line));
        const added = changed.filter((line) => line.startsWith("+")).length;
        const lead = hunk.lines.findIndex((line) => /^[+-]/.test(line));
        const shown = {
          path: file.path,
          line: hunk.newStart + Math.max(0, lead),
          added,
          removed: changed.length - added,
          first: changed[0] ?? "",
        };
        return { shown, file, reverse: reversePatch({ ...patch, hunks: [hunk] }) };
      }),
    ),
  );
  return all.map(({ shown, ...rest }, at) => ({ ...rest, hunk: { ...shown, number: at + 1 } }));
}

/** The file's text without the hunk; `undefined` when it does not have that text. */
async function without({ file, reverse }: KnownHunk): Promise<string | undefined> {
  const { applyPatch } = await loadDiff();
  const bytes = await readFile(file.path).catch(() => undefined);
  // Text in another encoding would not survive: the whole file is written again.
  if (bytes && !isUtf8(bytes)) return undefined;
  const text = bytes?.toString("utf8");
  if (text === undefined && file.change !== "removed") return undefined;
  if (text !== undefined && file.change === "removed") return undefined;
  const done = applyPatch(text ?? "", reverse);
  return done === false ? undefined : done;
}

/** A file that the run has created goes when nothing is left of it. */
async function writeText({ file: { path, change } }: KnownHunk, text: string): Promise<void> {
  if (change === "created" && text === "") return unlink(path);
  if (change === "removed") makeFolders(dirname(path));
  await writeFile(path, text, { flush: true });
}

/** The snapshot of the files now, and what it has to have. */
async function folderOf(
  path: string,
  entries: readonly Entry[],
  run: string,
  checkpoints: FileCheckpoints,
): Promise<{
  readonly root: string;
  readonly now: string;
  readonly named: readonly string[];
  readonly watched: readonly string[];
}> {
  const to = (entries.find((entry) => entry.run === run)?.seq ?? 1) - 1;
  const target = snapshotsAt(entries, to).find(({ root }) =>
    path.startsWith(root.endsWith("/") ? root : `${root}/`),
  );
  if (target) return planFolder(checkpoints, entries, to, target);
  throw new ConfigError("usage", `There is no checkpoint of ${path}.`);
}
