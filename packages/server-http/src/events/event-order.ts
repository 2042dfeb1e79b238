import { randomBytes } from "node:crypto";
import type { LiveSession } from "@skein/host";
import type { AgentEvent } from "@skein/protocol";

/**
 * The order in which the events of a session happen in this process. Deltas are no journal entries: by their place here a
 * reader that comes back in the middle of a message is told the rest of it.
 */
export interface EventOrder {
  /** Unlike that of any other process. */
  readonly id: string;
  /** From 1. `undefined`: the session lives in another process. */
  placeOf(event: AgentEvent): number | undefined;
}

/** To be called before the session has been read or run here. */
export function eventOrder(live: LiveSession): EventOrder {
  const places = new WeakMap<AgentEvent, number>();
  let last = 0;

  function placeOf(event: AgentEvent): number {
    const known = places.get(event);
    if (known !== undefined) return known;
    places.set(event, ++last);
    return last;
  }

  /** It reads all that happens when it happens, so that no slow reader is the first to see an event. */
  async function follow(): Promise<void> {
    for await (const news of live.events(Infinity)) if (news.type !== "entry") placeOf(news);
  }

  const id = randomBytes(6).toString("hex");
  // Each reader of a session elsewhere is sent events of its own.
  if (live.owner) return { id, placeOf: () => undefined };
  follow().catch(() => undefined);
  return { id, placeOf };
}
