import type { Host } from "@skein/host";
import { extractText, type Entry, type UserPart } from "@skein/protocol";
import { unknownOutcome } from "./repeated-requests.ts";

type Sessions = Pick<Host["sessions"], "entries">;

/** The last entry of a session; 0 when nothing is written yet. What was read before is not read again. */
export function lastEntries(sessions: Sessions): (session: string) => Promise<number> {
  const known = new Map<string, number>();
  return async (session) => {
    let last = known.get(session) ?? 0;
    for await (const { seq } of sessions.entries(session, last + 1)) last = seq;
    known.set(session, last);
    return last;
  };
}

/**
 * Looks whether a message came into a session behind an entry. Rejects with `unknown-outcome` when others did, which may be
 * this one: a secret in it, for one, is not written down.
 *
 * @returns the run that it is in; `undefined`: it did not.
 */
export async function findMessage(
  sessions: Sessions,
  { session, behind, text }: { readonly session: string; readonly behind: number; readonly text: string },
): Promise<{ readonly run: string; readonly isQueued: boolean } | undefined> {
  let hasOthers = false;
  for await (const entry of sessions.entries(session, behind + 1)) {
    const content = messageIn(entry);
    if (!content) continue;
    const isQueued = entry.kind === "queued";
    if (text !== "" && extractText(content).startsWith(text)) return { run: entry.run ?? "", isQueued };
    hasOthers = true;
  }
  if (hasOthers) throw unknownOutcome();
  return undefined;
}

/** Whether a question was answered. */
export async function findAnswer(sessions: Sessions, session: string, question: string): Promise<boolean> {
  for await (const entry of sessions.entries(session))
    if (entry.kind === "answer" && entry.questionId === question) return true;
  return false;
}

function messageIn(entry: Entry): readonly UserPart[] | undefined {
  if (entry.kind === "queued") return entry.child === undefined ? entry.content : undefined;
  if (entry.kind === "user-message" && entry.from === "user") return entry.content;
  return entry.kind === "run-start" && entry.input.length > 0 ? entry.input : undefined;
}
