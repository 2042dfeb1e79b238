import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { orNothing } from "../protected/entries.ts";

/** More than any build or browser has, and less than a machine can bear. */
const mostProcesses = 4_096;
/** Milliseconds between two looks. */
const everyMs = 500;

interface Watched {
  /** Of the session of the command: it is in the arguments of process 1. */
  readonly temporary: string;
  readonly most: number;
}

const watched = new Set<Watched>();
let timer: NodeJS.Timeout | undefined;

/**
 * Ends a command with all of its processes when they are too many: process 1 of its namespace is killed. Counting from outside
 * costs a command nothing. Memory is not limited: a limit for the address space breaks programs that reserve more
 * than they use.
 *
 * @returns a function to be called when the command has ended.
 */
export function watchProcesses(temporary: string, most = mostProcesses): () => void {
  const command: Watched = { temporary, most };
  watched.add(command);
  timer ??= setInterval(endTooMany, everyMs).unref();
  return () => {
    watched.delete(command);
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function endTooMany(): void {
  const ids = (orNothing(() => readdirSync("/proc")) ?? []).filter((name) => /^\d+$/.test(name));
  // Almost always: one folder was read.
  if (areFew(ids)) return;
  const groups = Map.groupBy(ids, (id) => orNothing(() => readlinkSync(`/proc/${id}/ns/pid`)) ?? "");
  for (const members of groups.values()) {
    const first = areFew(members) ? undefined : members.find((id) => isProcessOne(id, members.length));
    if (first !== undefined) orNothing(() => process.kill(Number(first), "SIGKILL"));
  }
}

function areFew(ids: readonly string[]): boolean {
  return [...watched].every(({ most }) => ids.length <= most);
}

/** Whether it is process 1 of the namespace of a command that has too many. */
function isProcessOne(id: string, count: number): boolean {
  const status = orNothing(() => readFileSync(`/proc/${id}/status`, "latin1")) ?? "";
  const numbers = /^NSpid:\s*(.*)$/m.exec(status)?.[1]?.split(/\s+/) ?? [];
  if (numbers.length < 2 || numbers.at(-1) !== "1") return false;
  const argv = orNothing(() => readFileSync(`/proc/${id}/cmdline`, "latin1")) ?? "";
  return [...watched].some(({ temporary, most }) => count > most && argv.includes(temporary));
}
