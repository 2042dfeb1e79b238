import { SkeinError, type AgentEvent, type RunResult } from "@skein/protocol";
import type { LiveSession, SessionInput } from "./live-session.ts";
import { lostRun, unseenRun } from "./unseen-run.ts";

export interface EndedRun {
  /** Empty when it was left before its message was taken. */
  readonly run: string;
  readonly result: RunResult;
}

/**
 * Sends a message and tells the events of its run, to its end; in a session of another process, those of the run that it
 * joins.
 *
 * @param left - aborted, the run of another process goes on without this one. Rejects when no agent could be opened.
 */
export async function readRun(
  session: LiveSession,
  input: SessionInput | undefined,
  left: AbortSignal,
  tell: (event: AgentEvent) => void,
): Promise<EndedRun> {
  if (left.aborted) return { run: "", result: leftRun(session, String(left.reason)) };
  const failed = new AbortController();
  const events = session.events(Infinity, AbortSignal.any([failed.signal, left]))[Symbol.asyncIterator]();
  let next = events.next(); // from here on nothing is missed
  next.catch(() => undefined);
  const taken = session.send(input);
  const result = taken.then((message) => message.result);
  result.catch(() => failed.abort());

  async function readEvents(): Promise<void> {
    /** The run that has started since; before that, one that is on already. */
    let current: string | undefined;
    for (let news = await next; news.done !== true; news = await next) {
      const event = news.value;
      next = events.next();
      next.catch(() => undefined);
      if (event.type === "entry") continue;
      tell(event);
      if (event.path.length > 0) continue;
      if (event.type === "run-start") current = event.run;
      if (event.type !== "outcome") continue;
      const { run, isQueued } = await taken;
      if (current === undefined ? isQueued || !session.owner : current === run) return;
      // Of the run before this one, or of this one, when it could not begin.
      const isOver = Promise.race([next.then(() => false), result.then(() => true)]);
      if (current === undefined && (await isOver)) return;
    }
  }

  try {
    await readEvents();
  } catch (error) {
    // The result says it, too.
    if (!SkeinError.is(error) || error.code !== "gone") throw error;
  } finally {
    failed.abort();
  }
  if (left.aborted) return { run: "", result: leftRun(session, String(left.reason)) };
  try {
    return { run: (await taken).run, result: await result };
  } catch (error) {
    if (!SkeinError.is(error) || error.code !== "gone") throw error;
    return { run: "", result: lostRun(session.id, error) };
  }
}

/** What is told of a run that goes on elsewhere. */
function leftRun({ id, owner }: LiveSession, reason: string): RunResult {
  const message = `${reason} Process ${owner?.pid} continues the run.`;
  const error = { code: "detached", message };
  return unseenRun(id, { outcome: "cancelled", error });
}
