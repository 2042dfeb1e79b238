import type { AgentEvent, Redactor } from "@skein/protocol";

type Delta = Extract<AgentEvent, { readonly delta: string }>;

/**
 * The same events with no secret in what the model says: one it was never shown may be one that it worked out. All other
 * events come without secrets. The last word of a text waits for the next one, since a secret may be cut by the deltas.
 *
 * @param redactor - asked for when the model begins to speak, so that no start waits for it.
 */
export async function* withHiddenReplies(
  events: AsyncIterable<AgentEvent>,
  redactor: () => Promise<Redactor>,
): AsyncGenerator<AgentEvent> {
  let speaking: { readonly last: Delta; readonly stream: ReturnType<Redactor["stream"]> } | undefined;
  for await (const event of events) {
    if (speaking && !("delta" in event && isSamePart(speaking.last, event))) {
      const delta = speaking.stream.end();
      // What was said before a restart is void.
      if (delta !== "" && event.type !== "reply-restarted") yield { ...speaking.last, delta };
      speaking = undefined;
    }
    if (!("delta" in event)) {
      yield event;
      continue;
    }
    speaking = { last: event, stream: speaking?.stream ?? (await redactor()).stream() };
    const delta = speaking.stream.push(event.delta);
    if (delta !== "" || event.delta === "") yield { ...event, delta };
  }
}

function isSamePart(one: Delta, other: Delta): boolean {
  return one.type === other.type && one.part === other.part;
}
