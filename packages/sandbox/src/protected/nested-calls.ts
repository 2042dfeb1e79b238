import { nestedRepositories, type NestedBefore, type NestedPlace } from "./nested-repositories.ts";

/** Calls that overlap: what one of them is doing must not be taken for what another one has left. */
interface OverlappingCalls {
  readonly before: Promise<NestedBefore>;
  readonly startedAt: number;
  running: number;
}

/** By the folders that they can write to; of all sessions of this process. */
const overlapping = new Map<string, OverlappingCalls>();

/** Milliseconds. Later calls do not join: with one after the other, the check would never come. */
const longestMs = 5 * 60_000;

export interface NestedCall {
  /** The repositories before the first of the calls. */
  readonly before: NestedBefore;
  /** To be called once when the call has ended. @returns whether no other call is left, so that a check is due. */
  readonly end: () => boolean;
}

/** Looks for the repositories in subfolders before a call. @param isLasting - whether it is checked on its own. */
export async function beginNestedCall(place: NestedPlace, isLasting: boolean): Promise<NestedCall> {
  const look = async (): Promise<NestedBefore> => ({ place, repositories: await nestedRepositories(place) });
  if (isLasting) return { before: await look(), end: () => true };
  const key = [...place.roots, "", ...place.skipped].join("\n");
  let calls = overlapping.get(key);
  if (calls === undefined || performance.now() - calls.startedAt > longestMs) {
    calls = { before: look(), startedAt: performance.now(), running: 0 };
    overlapping.set(key, calls);
  }
  const joined = calls;
  joined.running += 1;
  const end = () => {
    joined.running -= 1;
    if (joined.running > 0) return false;
    if (overlapping.get(key) === joined) overlapping.delete(key);
    return true;
  };
  try {
    return { before: await joined.before, end };
  } catch (error) {
    end();
    throw error;
  }
}
