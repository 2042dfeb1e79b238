import type { AgentEvent, AgentEventBody, Entry } from "@skein/protocol";
import type { Emit } from "./emit.ts";

/** Emits the events of entries that concern the whole session: name, settings, rewinds and late answers. */
export function emitSessionEvents(entries: readonly Entry[], emit: Emit): void {
  for (const entry of entries) {
    const event = sessionEvent(entry);
    if (event) emit(event, entry.seq);
  }
}

/** The same events as a list, with the session's id and an empty path. */
export function sessionEvents(session: string, entries: readonly Entry[]): readonly AgentEvent[] {
  const events: AgentEvent[] = [];
  emitSessionEvents(entries, (event, seq) =>
    events.push({ session, path: [], ...(seq === undefined ? {} : { seq }), ...event }),
  );
  return events;
}

/** What an entry says of the whole session. */
export function sessionEvent(entry: Entry): AgentEventBody | undefined {
  switch (entry.kind) {
    case "session-start":
      return entry.name === undefined ? undefined : { type: "name", name: entry.name, by: "user" };
    case "name":
      return { type: "name", name: entry.name, by: entry.by };
    case "settings": {
      const { provider, model, mode, options } = entry;
      const { effort } = options;
      return { type: "settings", provider, model, mode, ...(effort === undefined ? {} : { effort }) };
    }
    case "rewind":
      return { type: "rewound", to: entry.to };
    case "answer": {
      const { questionId, answer, by } = entry;
      return { type: "answered", questionId, answer, by };
    }
    default:
      return undefined;
  }
}
