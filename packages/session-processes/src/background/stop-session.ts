import type { Machine } from "@skein/host";
import { connectToOwner } from "../owner-socket/connect-to-owner.ts";
import { ownerCalls } from "../owner-socket/owner-calls.ts";
import { ownerEvents } from "../owner-socket/owner-events.ts";
import { socketPlace } from "../owner-socket/socket-place.ts";

export interface StoppedSession {
  /** The process that has the session open. */
  readonly pid: number;
  /** Whether there was a run to stop. */
  readonly wasRunning: boolean;
  /** Whether the run has ended, within the time that it was given. */
  readonly hasEnded: boolean;
}

/** A run that was interrupted ends in this time, or a tool of it hangs; milliseconds. */
const endingMs = 10_000;

/**
 * Interrupts the run of a session in the process that has it open, and waits for its end. The session stays.
 *
 * @returns `undefined` when no process has it open.
 */
export async function stopSession(
  { directories }: Pick<Machine, "directories">,
  session: string,
  reason: string,
): Promise<StoppedSession | undefined> {
  const place = socketPlace(directories, session);
  const owner = await connectToOwner(place, session);
  if (!owner) return undefined;
  const calls = ownerCalls(owner);
  const { pid } = owner.greeting;
  const subscribed = Promise.withResolvers<void>();
  const signal = AbortSignal.timeout(endingMs);
  const events = ownerEvents({
    place,
    owner: owner.greeting,
    fromSeq: Infinity,
    signal,
    onSubscribed: subscribed.resolve,
  });
  const ended = untilOutcome(events).then(() => !signal.aborted);
  try {
    await Promise.race([subscribed.promise, ended]);
    const wasRunning = (await calls.call({ do: "interrupt", reason })) === true;
    return { pid, wasRunning, hasEnded: !wasRunning || (await ended) };
  } catch {
    return { pid, wasRunning: true, hasEnded: true }; // the process has ended meanwhile, and its run with it
  } finally {
    calls.close();
    await events.return();
  }
}

async function untilOutcome(events: ReturnType<typeof ownerEvents>): Promise<void> {
  try {
    for await (const event of events) {
      if (event.type === "outcome" && event.path.length === 0) return;
    }
  } catch {
    // the process has ended, and its run with it
  }
}
