import { isUtf8 } from "node:buffer";
import type { FileCheckpoints, SnapshotDifference } from "@skein/checkpoints";
import { effectiveEntries, type Entry } from "@skein/protocol";
import { readAll, type SessionStore } from "@skein/sessions";
import { differencesOfRun, type ChangedFile, type FileDifference } from "./changed-files.ts";
import { loadDiff } from "../later.ts";

/** A file that was changed, and how. */
export interface FileDiff extends ChangedFile {
  /** Changed lines, and a unified diff of them. Absent when they cannot be shown: `reason`. */
  readonly text?: { readonly added: number; readonly removed: number; readonly patch: string };
  /** Why there is no text, in a few words. */
  readonly reason?: string;
}

export interface SessionDiff {
  /** The run that made them. */
  readonly run: string;
  readonly files: readonly FileDiff[];
}

/** Bytes beyond which a file is not compared line by line, and milliseconds for all files together. */
const mostBytes = 1024 * 1024;
const patienceMs = 2000;
const tooMuch = "too much to compare";

export interface SessionDiffOptions {
  /** Only of the last run, whether it changed files or not. Default: of the last one that did. */
  readonly lastRun?: boolean;
}

/**
 * What the last run that changed files has changed in them; runs that were undone do not count.
 *
 * @returns `undefined` when no run has changed a file, or when it is not known: without checkpoints.
 */
export async function sessionDiff(
  store: SessionStore,
  checkpoints: () => Promise<FileCheckpoints>,
  session: string,
  { lastRun = false }: SessionDiffOptions = {},
): Promise<SessionDiff | undefined> {
  const entries = effectiveEntries(await readAll(store, session));
  const runs = [...new Set(entries.flatMap(({ run }) => run ?? []))].slice(lastRun ? -1 : 0);
  const withFiles = runsWithFiles(entries);
  for (const run of runs.filter((one) => withFiles.has(one)).toReversed()) {
    const diff = await diffOfRun(entries, run, { checkpoints, until: performance.now() + patienceMs });
    if (diff) return diff;
  }
  return undefined;
}

/** What each of these runs has changed in files, where it has and that is known. Takes no longer than one of them may. */
export async function diffsOfRuns(
  store: SessionStore,
  checkpoints: () => Promise<FileCheckpoints>,
  session: string,
  runs: readonly string[],
): Promise<readonly SessionDiff[]> {
  const entries = await readAll(store, session);
  const withFiles = runsWithFiles(entries);
  const until = performance.now() + patienceMs;
  const found: SessionDiff[] = [];
  for (const run of runs.filter((one) => withFiles.has(one))) {
    const diff = await diffOfRun(entries, run, { checkpoints, until });
    if (diff) found.push(diff);
  }
  return found;
}

function runsWithFiles(entries: readonly Entry[]): ReadonlySet<string> {
  return new Set(entries.flatMap(({ kind, run }) => (kind === "checkpoint" ? (run ?? []) : [])));
}

interface DiffParts {
  readonly checkpoints: () => Promise<FileCheckpoints>;
  /** Of `performance.now()`: files are not compared line by line after that. */
  readonly until: number;
}

async function diffOfRun(
  entries: readonly Entry[],
  run: string,
  { checkpoints, until }: DiffParts,
): Promise<SessionDiff | undefined> {
  const differences = await differencesOfRun(entries, run, checkpoints);
  if (!differences || differences.length === 0) return undefined;
  return { run, files: await diffsOf(differences, await checkpoints(), until) };
}

/** @param until - of `performance.now()`: files are not compared line by line after that. */
export async function diffsOf(
  differences: readonly FileDifference[],
  snapshots: FileCheckpoints,
  until = performance.now() + patienceMs,
): Promise<readonly FileDiff[]> {
  const files: FileDiff[] = [];
  for (const one of differences) files.push(await diffOf(one, snapshots, until - performance.now()));
  return files;
}

async function diffOf(
  found: FileDifference,
  snapshots: FileCheckpoints,
  patience: number,
): Promise<FileDiff> {
  const { path, change, difference } = found;
  if (!difference.before && !difference.after) return { path, change, reason: "not in checkpoints" };
  if (patience <= 0) return { path, change, reason: tooMuch };
  const [before, after] = [contentOf(difference.before, snapshots), contentOf(difference.after, snapshots)];
  if (typeof before !== "object") return { path, change, reason: before };
  if (typeof after !== "object") return { path, change, reason: after };
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await loadDiff();
  const names = [
    difference.before ? `a/${difference.path}` : "/dev/null",
    difference.after ? `b/${difference.path}` : "/dev/null",
  ] as const;
  const patch = createTwoFilesPatch(...names, before.text, after.text, undefined, undefined, {
    timeout: patience,
    headerOptions: FILE_HEADERS_ONLY,
  });
  if (patch === undefined) return { path, change, reason: tooMuch };
  // One line of each kind is of the head.
  const count = (sign: string) => patch.split("\n").filter((line) => line.startsWith(sign)).length - 1;
  const [added, removed] = [count("+"), count("-")];
  if (before.text === after.text && change === "rewritten") return { path, change, reason: "its mode alone" };
  return { path, change, text: { added, removed, patch } };
}

/** Text of a file; nothing where none was there; otherwise why it cannot be shown. */
function contentOf(
  entry: SnapshotDifference["before"],
  snapshots: FileCheckpoints,
): { readonly text: string } | string {
  if (!entry) return { text: "" };
  if (entry.type === "link") return "a link";
  const bytes = snapshots.content(entry.hash);
  if (bytes.length > mostBytes) return "too large to compare";
  return isUtf8(bytes) && !bytes.includes(0) ? { text: Buffer.from(bytes).toString() } : "not text";
}
