import type { SessionNews } from "@skein/host";
import { connectToOwner } from "./connect-to-owner.ts";
import { receivedError } from "./errors.ts";
import type { Greeting } from "./messages.ts";
import { ownerGone } from "./owner-calls.ts";
import type { SocketPlace } from "./socket-place.ts";

export interface OwnerEventsOptions {
  readonly place: SocketPlace;
  readonly owner: Greeting;
  readonly fromSeq: number;
  readonly signal: AbortSignal;
  /** Called when nothing that happens is missed any more. */
  readonly onSubscribed?: () => void;
}

/**
 * The events of a session in another process, over a connection of their own: who reads slowly holds up nothing else.
 * Throws `SessionError` `gone` when that process has ended without closing the session.
 */
export async function* ownerEvents(options: OwnerEventsOptions): AsyncGenerator<SessionNews, void> {
  const { place, owner, fromSeq, signal, onSubscribed } = options;
  using connection = await connectToOwner(place, owner.session);
  if (!connection) throw ownerGone(owner.session, owner.pid);
  const leave = (): void => connection[Symbol.dispose]();
  signal.addEventListener("abort", leave, { once: true });
  try {
    if (signal.aborted) return;
    await connection.request(1, { do: "events", fromSeq: Number.isFinite(fromSeq) ? fromSeq : null });
    for await (const reply of connection.replies) {
      if ("end" in reply) return;
      if ("error" in reply) throw receivedError(reply.error);
      if ("news" in reply) yield reply.news;
      else onSubscribed?.();
    }
    if (!signal.aborted) throw ownerGone(owner.session, owner.pid);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}
