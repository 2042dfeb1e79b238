import type { AgentEvent, Redactor } from "@skein/protocol";

type Delta = Extract<AgentEvent, { readonly delta: string }>;

interface Speaking {
  readonly last: Delta;
  readonly stream: ReturnType<Redactor["stream"]>;
}

/**
 * The same events with no secret in what models say: one that a model was never shown may be one that it worked out. All
 * other events come without secrets. The last word of a text waits for the next one, since a secret may be cut by the
 * deltas; what other agents say in between changes nothing.
 *
 * @param redactor - asked for when a model begins to speak, so that no start waits for it.
 */
export async function* withHiddenReplies(
  events: AsyncIterable<AgentEvent>,
  redactor: () => Promise<Redactor>,
): AsyncGenerator<AgentEvent> {
  /** By the session of whoever speaks. */
  const speakers = new Map<string, Speaking>();
  for await (const event of events) {
    const { session } = event;
    const speaking = speakers.get(session);
    const goesOn = speaking && "delta" in event && isSamePart(speaking.last, event);
    if (speaking && !goesOn) {
      const delta = speaking.stream.end();
      // What was said before a restart is void.
      if (delta !== "" && event.type !== "reply-restarted") yield { ...speaking.last, delta };
      speakers.delete(session);
    }
    if (!("delta" in event)) {
      yield event;
      continue;
    }
    const stream = goesOn ? speaking.stream : (await redactor()).stream();
    speakers.set(session, { last: event, stream });
    const delta = stream.push(event.delta);
    if (delta !== "" || event.delta === "") yield { ...event, delta };
  }
}

function isSamePart(one: Delta, other: Delta): boolean {
  return one.type === other.type && one.part === other.part;
}
