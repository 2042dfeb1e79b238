// The laws of event streams, as code. The types of `ModelEvent` cannot express
// order, so every provider's tests call these functions. They are also what the
// conformance suite checks after each case.
import { isBroken } from "@skein/protocol";
import type { AssistantPart, AttemptEvent, ModelEvent, ToolCallPart } from "@skein/protocol";

/** Options of the law checks. */
export interface LawOptions {
  /**
   * True if the iteration threw. The events then only need to be the start of a
   * valid stream. Default: false.
   */
  readonly cut?: boolean;
}

/**
 * Checks the events of a `ChatModel` against the law of `ModelEvent`. For tests
 * of providers.
 *
 * The joined deltas of a text or thinking part must equal its text; a call has
 * its raw arguments as deltas, or none.
 *
 * @returns one sentence for each violation, with the index of the event from 0.
 *   Empty: the events are valid.
 *
 * @example
 * ```ts
 * streamLawBreaks([{ type: "part-start", part: 0, kind: "text" }]);
 * // ["Event 0 (part-start) comes before message-start.", "The stream has no message-start."]
 * ```
 */
export function streamLawBreaks(events: readonly ModelEvent[], { cut = false }: LawOptions = {}): string[] {
  const law = createModelLaw();
  // Every violation is collected, not only the first: one mistake in a decoder
  // often shows in several events.
  const breaks = events.flatMap((event, at) => law.take(event).map((what) => line(at, event, what)));
  return cut ? breaks : [...breaks, ...law.end()];
}

/**
 * Checks the events of a model with retries: the laws of `AttemptEvent` and,
 * within each attempt, of `ModelEvent`. `model-switched` is valid only while no
 * reply is open.
 *
 * @returns one sentence for each violation, with the index of the event from 0.
 *   Empty: the events are valid.
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

/** State of the check of one attempt. */
interface ModelLaw {
  /**
   * Checks the next event and returns its violations, without the number of the
   * event.
   */
  take(event: ModelEvent): string[];
  /** Returns what is missing if the stream ends here. */
  end(): string[];
  started(): boolean;
  ended(): boolean;
}

/** Part that has started and not ended. */
interface OpenPart {
  readonly kind: AssistantPart["type"];
  readonly name: string | undefined;
  readonly deltas: string[];
}

/** Kind of the part that each delta belongs to. */
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
        // Parts are numbered in the order in which they start.
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
      // All parts must have ended.
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

/** Compares a complete part with its deltas. */
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

/**
 * Returns true if the deltas are the arguments of the call. Empty arguments are
 * nothing, or `null`.
 */
function isInputOf(joined: string, call: ToolCallPart): boolean {
  if (isBroken(call)) return joined === call.raw;
  try {
    const sent: unknown = joined.trim() === "" ? {} : JSON.parse(joined);
    return canonical(sent ?? {}) === canonical(call.input ?? {});
  } catch {
    return false;
  }
}

/** Writes JSON with sorted keys, so that equal values are equal texts. */
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
