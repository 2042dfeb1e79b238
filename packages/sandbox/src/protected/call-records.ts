import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { currentProcess, isProcessRunning, type ProcessIdentity } from "@skein/platform/process";
import { entriesAt, orNothing, type Entries } from "./entries.ts";
import type { Repository } from "./git-folder.ts";
import type { NestedBefore } from "./nested-repositories.ts";
import { repositoriesAt } from "./new-repository.ts";
import type { ProtectedPath } from "./protected-paths.ts";
import { folderIn } from "./state-folder.ts";

/** What a call found, written down before it starts: a later process checks it when this one is killed. */
export interface CallRecord {
  /** The process that checks the call. */
  readonly process: ProcessIdentity;
  /** The temporary folder of the call: it is in the arguments of the process that holds the command. */
  readonly temporary: string;
  /** The writable folders. */
  readonly roots: readonly string[];
  readonly repository: Repository | undefined;
  readonly refs: readonly string[];
  readonly watched: readonly WatchedPath[];
  /** Repositories in subfolders. Absent: they are not checked. */
  readonly nested?: NestedBefore;
}

export interface WatchedPath extends Omit<ProtectedPath, "by"> {
  /**
   * `content`: what the history has there is let through. `nothing`: whatever appears is reported. `repository`: a new
   * repository is let through, without hooks and with harmless settings.
   */
  readonly accepts: "content" | "nothing" | "repository";
  /** What was there. `undefined`: too much to look at. */
  readonly before: Entries | undefined;
  /** Repositories that were there. */
  readonly repositories: readonly string[];
}

/** Records of this process. */
const open = new Set<string>();

/** Is called when the call was checked. */
export type RemoveRecord = () => void;

export function writeCallRecord(state: string, record: CallRecord): RemoveRecord {
  const file = join(folderIn(state, "calls"), `${process.pid}-${crypto.randomUUID()}.json`);
  const watched = record.watched.map((one) => ({ ...one, before: one.before && [...one.before] }));
  const nested = record.nested && {
    ...record.nested,
    repositories: record.nested.repositories.map((one) => ({ ...one, parts: [...one.parts] })),
  };
  // Contents stay in memory: nothing is put back after a process that was killed.
  const text = JSON.stringify({ ...record, watched, nested }, (key, value: unknown) =>
    key === "content" ? undefined : value,
  );
  writeFileSync(file, text, { mode: 0o600, flag: "wx" });
  open.add(file);
  return () => {
    open.delete(file);
    rmSync(file, { force: true });
  };
}

/** Records of calls whose process is gone; those whose command still runs are not among them. */
export function interruptedCalls(
  state: string,
): readonly (readonly [record: CallRecord, remove: RemoveRecord])[] {
  const folder = join(state, "calls");
  const files = (orNothing(() => readdirSync(folder)) ?? []).map((name) => join(folder, name));
  const self = currentProcess();
  const records = files.flatMap((file) => {
    const record = open.has(file) ? undefined : readRecord(file);
    // One that cannot be read is being written.
    if (record === undefined || orNothing(() => isGone(record.process, self)) !== true) return [];
    return [[record, () => rmSync(file, { force: true })] as const];
  });
  if (records.length === 0) return [];
  const running = commandLines();
  return records.filter(([{ temporary }]) => !running.some((line) => line.includes(temporary)));
}

function readRecord(file: string): CallRecord | undefined {
  return orNothing(() => {
    const record = JSON.parse(readFileSync(file, "utf8")) as CallRecord;
    const watched = record.watched.map((one) => ({
      ...one,
      before: one.before && new Map(one.before as unknown as readonly [string, never][]),
    }));
    const nested = record.nested && {
      ...record.nested,
      repositories: record.nested.repositories.map((one) => ({
        ...one,
        parts: new Map(one.parts as unknown as readonly [string, never][]),
      })),
    };
    return { ...record, watched, ...(nested ? { nested } : {}) };
  });
}

/**
 * Whether the process that was to check a call has ended. One in another container cannot be seen: it may share the folder of
 * these records, and is left alone.
 */
function isGone(one: ProcessIdentity, self: ProcessIdentity): boolean {
  if (one.boot !== self.boot) return one.host === self.host;
  return one.pidSpace === self.pidSpace && !isProcessRunning(one);
}

function commandLines(): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((id) => orNothing(() => readFileSync(`/proc/${id}/cmdline`, "latin1")) ?? "");
}

/** What is there now. */
export function watch(
  { path, reason }: Pick<ProtectedPath, "path" | "reason">,
  accepts: WatchedPath["accepts"],
): WatchedPath {
  if (accepts !== "repository") return { path, reason, accepts, before: entriesAt(path), repositories: [] };
  return { path, reason, accepts, before: new Map(), repositories: repositoriesAt(path) };
}
