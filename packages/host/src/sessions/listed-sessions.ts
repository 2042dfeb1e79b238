import type { ListedSession } from "@skein/sessions";
import { isHeldIn } from "./folders/held-in.ts";

/** Those of a folder; of all folders without one. */
export function sessionsOf(
  listed: readonly ListedSession[],
  cwd: string | undefined,
): readonly ListedSession[] {
  return listed.filter((line) => cwd === undefined || isOf(line, cwd));
}

/** A damaged one whose folder cannot be told is shown everywhere. */
function isOf(line: ListedSession, cwd: string): boolean {
  return "summary" in line ? isHeldIn(line.summary, cwd) : line.cwd === undefined || line.cwd === cwd;
}

/** One object per session; times in milliseconds since the epoch, `null` for what is not known. */
export function listedObject(line: ListedSession): object {
  if (!("summary" in line)) return { id: line.session, state: "damaged", problem: line.damaged };
  const { name, cwd, startedAt, lastAt, firstText, turns, state, provider, model } = line.summary;
  const { parent, child, worktree, isRewound, costUsd, hasUnknownCost } = line.summary;
  const known = {
    name,
    cwd,
    startedAt,
    lastAt,
    state,
    turns,
    provider,
    model,
    firstText,
    parent,
    child,
    worktree,
  };
  return {
    id: line.session,
    ...Object.fromEntries(Object.entries(known).map(([key, value]) => [key, value ?? null])),
    isRewound,
    costUsd,
    hasUnknownCost,
  };
}
