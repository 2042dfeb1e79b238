import type { Entry, ReceivedEvent } from "@skein/client";
import { openingState, stateAfter, stateWithEntries, type SessionState } from "./session-state.ts";

export interface FollowOptions {
  readonly session: string;
  readonly events: AsyncIterable<ReceivedEvent>;
  /** Called at most once a frame. */
  readonly onChange: (state: SessionState) => void;
  /** Calls back before the next frame is drawn. */
  readonly nextFrame: (work: () => void) => void;
  /** Resolves after the browser could do something else. */
  readonly pause: () => Promise<void>;
  /** Milliseconds. */
  readonly now: () => number;
}

export interface FollowedSession {
  /** Adds entries behind those of the ledger: events of a run do not tell all of them. */
  readonly addEntries: (entries: readonly Entry[]) => void;
  /** Resolves when the events have ended. */
  readonly ended: Promise<void>;
}

/** For so long events are taken in before the browser gets its turn, in milliseconds. */
const sliceMs = 8;

/** Follows a session until its events end. Every event is taken in; the screen is told once a frame. */
export function followSession(options: FollowOptions): FollowedSession {
  const { events, onChange, nextFrame, pause, now } = options;
  let state = openingState(options.session);
  let isFrameAsked = false;

  function change(next: SessionState): void {
    state = next;
    if (isFrameAsked) return;
    isFrameAsked = true;
    nextFrame(() => {
      isFrameAsked = false;
      onChange(state);
    });
  }

  async function follow(): Promise<void> {
    let sliceStart = now();
    try {
      for await (const event of events) {
        change(stateAfter(state, event));
        if (now() - sliceStart < sliceMs) continue;
        await pause();
        sliceStart = now();
      }
      change({ ...state, connection: "closed" });
    } catch (problem) {
      change({ ...state, connection: "failed", problem });
    }
  }

  return { addEntries: (entries) => change(stateWithEntries(state, entries)), ended: follow() };
}
