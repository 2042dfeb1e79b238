import type { ListedSession } from "@skein/runtime";
import { subagentsOf, withoutSubagents } from "./subagents-of.ts";

/** Running sessions stay, and so do unreadable ones: their age is unknown. */
export function sessionsOlderThan(
  listed: readonly ListedSession[],
  before: number,
  cwd: string | undefined,
): readonly ListedSession[] {
  return withoutSubagents(listed).filter((line) => {
    if (!("summary" in line) || [line, ...subagentsOf(listed, line.session)].some(isRunning)) return false;
    const { lastAt = Infinity } = line.summary;
    return lastAt < before && (cwd === undefined || line.summary.cwd === cwd);
  });
}

/** Each is followed by the sessions of its subagents. */
export function withTheirSubagents(
  chosen: readonly ListedSession[],
  listed: readonly ListedSession[],
): readonly ListedSession[] {
  return [...new Set(chosen.flatMap((line) => [line, ...subagentsOf(listed, line.session)]))];
}

export function isRunning(line: ListedSession): boolean {
  return "summary" in line && line.summary.state === "running";
}
