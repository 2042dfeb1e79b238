import { isBroken } from "@skein/protocol";
import type { AssistantPart, AttemptEvent, ModelEvent, ToolCallPart } from "@skein/protocol";

export interface LawOptions {
  /** Whether the iteration threw; the events then only need to be the beginning of a valid stream. */
  readonly cut?: boolean;
}

/**
 * Checks the events of a `ChatModel` against the law of `ModelEvent`. Returns the violations.
 *
 * The joined deltas of a text or thinking part must equal its text; a call has its raw arguments as deltas,
 * or none. Violations name the event by its index, from 0.
 */
export function streamLawBreaks(events: readonly ModelEvent[], { cut = false }: LawOptions = {}): string[] {
  const law = createModelLaw();
  const breaks = events.flatMap((event, at) => law.take(event).map((what) => line(at, event, what)));
  return cut ? breaks : [...breaks, ...law.end()];
}

/**
 * The same for a model with retries: checks the laws of `AttemptEvent` and, within each attempt, of
 * `ModelEvent`. `model-switched` is only valid while no reply is open.
 */
export function attemptLawBreaks(
  events: readonly AttemptEvent[],
  { cut = false }: LawOptions = {},
): string[] {
  let law = createModelLaw();
  let waiting = false;
  const breaks = events.flatMap((event, at) => {
    const found: string[] = [];
    switch (event.type) {
      case "retry-wait":
        if (law.ended()) found.push("comes after message-end");
        if (!(event.ms >= 0)) found.push(`waits ${event.ms} ms`);
        if (!positive(event.attempt)) found.push(`names attempt ${event.attempt}`);
        waiting = law.started();
        break;
      case "reply-restarted":
        if (!law.started()) found.push("comes where no reply had begun");
        if (law.ended()) found.push("comes after message-end");
        if (!positive(event.attempt)) found.push(`names attempt ${event.attempt}`);
        law = createModelLaw();
        waiting = false;
        break;
      case "model-switched":
        if (law.started()) found.push("comes inside a reply");
        break;
      default:
        if (waiting) found.push("continues a reply that was abandoned");
        found.push(...law.take(event));
    }
    return found.map((what) => line(at, event, what));
  });
  return cut ? breaks : [...breaks, ...law.end()];
}

interface ModelLaw {
  take(event: ModelEvent): string[];
  /** What is missing when the stream ends here. */
  end(): string[];
  started(): boolean;
  ended(): boolean;
}

interface OpenPart {
  readonly kind: AssistantPart["type"];
  readonly name: string | undefined;
  readonly deltas: string[];
}

const deltaOf: Readonly<Record<string, AssistantPart["type"]>> = {
  "text-delta": "text",
  "thinking-delta": "thinking",
  "input-delta": "tool-call",
};

function createModelLaw(): ModelLaw {
  let started = false;
  let ended = false;
  let next = 0;
  const open = new Map<number, OpenPart>();

  const take = (event: ModelEvent): string[] => {
    const found: string[] = [];
    if (ended) found.push("comes after message-end");
    if (event.type !== "message-start" && !started) found.push("comes before message-start");
    switch (event.type) {
      case "message-start":
        if (started) found.push("is the second one");
        started = true;
        break;
      case "part-start":
        if (event.part !== next) found.push(`starts part ${event.part} where part ${next} is due`);
        if (event.name !== undefined && event.kind !== "tool-call")
          found.push("names a part that is not a tool call");
        open.set(event.part, { kind: event.kind, name: event.name, deltas: [] });
        next = Math.max(next, event.part + 1);
        break;
      case "part-end": {
        const part = open.get(event.part);
        if (part) found.push(...wholeBreaks(part, event.content));
        else found.push(`ends part ${event.part}, which is not open`);
        open.delete(event.part);
        break;
      }
      case "usage":
        break;
      case "message-end":
        for (const part of open.keys()) found.push(`leaves part ${part} open`);
        ended = true;
        break;
      default: {
        const part = open.get(event.part);
        if (!part) found.push(`adds to part ${event.part}, which is not open`);
        else if (deltaOf[event.type] !== part.kind) found.push(`adds to a ${part.kind} part`);
        part?.deltas.push(event.delta);
      }
    }
    return found;
  };

  return {
    take,
    end: () =>
      ended ? [] : [started ? "The stream has no message-end." : "The stream has no message-start."],
    started: () => started,
    ended: () => ended,
  };
}

function wholeBreaks(part: OpenPart, content: AssistantPart): string[] {
  if (content.type !== part.kind) return [`ends a ${part.kind} part with ${content.type}`];
  const joined = part.deltas.join("");
  switch (content.type) {
    case "text":
    case "thinking":
      return joined === content.text ? [] : ["gives another text than the deltas"];
    case "tool-call": {
      const named = part.name === undefined || part.name === content.name;
      const found = named ? [] : [`names the call ${content.name}, it had started as ${part.name}`];
      return part.deltas.length === 0 || isInputOf(joined, content)
        ? found
        : [...found, "gives another input than the deltas"];
    }
    case "opaque":
      return [];
  }
}

/** Empty arguments: nothing, or `null`. */
function isInputOf(joined: string, call: ToolCallPart): boolean {
  if (isBroken(call)) return joined === call.raw;
  try {
    const sent: unknown = joined.trim() === "" ? {} : JSON.parse(joined);
    return canonical(sent ?? {}) === canonical(call.input ?? {});
  } catch {
    return false;
  }
}

/** JSON with sorted keys, so that equal values are equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function positive(count: number): boolean {
  return Number.isInteger(count) && count > 0;
}

function line(at: number, event: AttemptEvent, what: string): string {
  return `Event ${at} (${event.type}) ${what}.`;
}
