import type { LiveSession, SessionNews } from "@skein/host";
import { ConfigError } from "@skein/protocol";
import { readCursor, writeCursor, type EventCursor } from "./cursor.ts";
import type { EventOrder } from "./event-order.ts";

/** Where a reader wants to begin. */
export interface EventStart {
  /** The last id that it was sent; wins over `from`. */
  readonly after?: string | undefined;
  /** The last entry that it knows; `now` leaves out all that has happened. Default 0. */
  readonly from?: number | "now" | undefined;
  readonly signal: AbortSignal;
}

export type SentNews =
  | {
      readonly type: "hello";
      readonly session: string;
      readonly resumed: "exact" | "from-seq";
      readonly isRunning: boolean;
    }
  /** `id`: whoever sends it as `after` is told what comes next. */
  | { readonly type: "news"; readonly id: string; readonly news: SessionNews };

/** The events of a session, each with an id from which a reader can resume. Throws `ConfigError`, and `too-slow`. */
export async function* sessionEvents(
  live: LiveSession,
  order: EventOrder | undefined,
  { after, from = 0, signal }: EventStart,
): AsyncGenerator<SentNews, void> {
  const start = after === undefined ? { seq: from === "now" ? Infinity : from } : cursorOf(after);
  const isExact = order !== undefined && start.place?.order === order.id;
  const seen = isExact ? (start.place?.at ?? 0) : 0;
  let seq = Number.isFinite(start.seq) ? start.seq : 0;
  const resumed = isExact ? "exact" : "from-seq";
  yield { type: "hello", session: live.id, resumed, isRunning: live.isRunning() };
  for await (const news of live.events(start.seq, signal)) {
    if (news.type === "entry") {
      seq = Math.max(seq, news.entry.seq);
      yield { type: "news", id: writeCursor({ seq }), news };
      continue;
    }
    const at = order?.placeOf(news);
    if (at !== undefined && at <= seen) continue;
    if (news.path.length === 0) seq = Math.max(seq, news.seq ?? 0);
    const place = order && at !== undefined ? { place: { order: order.id, at } } : {};
    yield { type: "news", id: writeCursor({ seq, ...place }), news };
  }
}

function cursorOf(text: string): EventCursor {
  const cursor = readCursor(text);
  if (!cursor) throw new ConfigError("usage", "after: expected the id of an event, as it was sent.");
  return cursor;
}
