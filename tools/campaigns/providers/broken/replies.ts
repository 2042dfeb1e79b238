import type { Subject } from "../../../../packages/provider-conformance/src/cases.ts";
import { isBroken, ProviderError } from "../../../../packages/protocol/src/index.ts";
import type {
  AssistantPart,
  AttemptEvent,
  JsonValue,
  ModelEvent,
} from "../../../../packages/protocol/src/index.ts";
import { anthropic, chat } from "./broken-provider.ts";
import type { BrokenProvider } from "./broken-provider.ts";
import { withEvents, withFrames, withStream } from "./wrappers.ts";

type MessageEnd = Extract<ModelEvent, { readonly type: "message-end" }>;

/** Every end becomes this one. */
function endingAs(subject: Subject, change: (end: MessageEnd) => MessageEnd): Subject {
  return withEvents(subject, () => (event) => [event.type === "message-end" ? change(event) : event]);
}

/** Every part becomes this one; deltas of calls are left out, so that the events stay lawful. */
function withParts(subject: Subject, change: (part: AssistantPart) => AssistantPart): Subject {
  return withEvents(subject, () => (event) => {
    if (event.type === "input-delta") return [];
    return [event.type === "part-end" ? { ...event, content: change(event.content) } : event];
  });
}

function repaired(raw: string): JsonValue | undefined {
  for (const end of ["", '"}', "}"]) {
    try {
      return JSON.parse(raw.replace('" "', '", "b": "') + end) as JsonValue;
    } catch {
      // The next end may do.
    }
  }
  return undefined;
}

function repairing(problem: string): Subject {
  return withParts(chat, (part) => {
    if (part.type !== "tool-call" || !isBroken(part) || part.problem !== problem) return part;
    const { id, name, raw } = part;
    return { type: "tool-call", id, name, input: repaired(raw) ?? {} };
  });
}

/** Ends what was open, and says that all is well. */
async function* endingWell(events: AsyncIterable<AttemptEvent>): AsyncGenerator<AttemptEvent> {
  const open = new Map<number, AssistantPart>();
  try {
    for await (const event of events) {
      if (event.type === "part-start") {
        const call = { type: "tool-call", id: "call_x", name: event.name ?? "", input: {} } as const;
        const empty = { type: event.kind === "thinking" ? "thinking" : "text", text: "" } as const;
        open.set(event.part, event.kind === "tool-call" ? call : empty);
      } else if (event.type === "part-end") open.delete(event.part);
      else if (event.type === "text-delta" || event.type === "thinking-delta") {
        const part = open.get(event.part);
        if (part && "text" in part) open.set(event.part, { ...part, text: part.text + event.delta });
      }
      if (event.type !== "input-delta") yield event;
    }
  } catch (error) {
    if (!ProviderError.is(error) || !/ended before it was complete/.test(error.message)) throw error;
    for (const [part, content] of open) yield { type: "part-end", part, content };
    yield { type: "message-end", stop: "answered", rawStop: "", usage: {} };
  }
}

function dataOf(frame: string): Record<string, unknown> | undefined {
  const data = /^data: (\{.*\})$/m.exec(frame)?.[1];
  return data === undefined ? undefined : (JSON.parse(data) as Record<string, unknown>);
}

interface WireCall {
  index?: number;
  readonly id?: string;
}

function callsIn(data: Record<string, unknown> | undefined): readonly WireCall[] {
  const choices = (data?.["choices"] ?? []) as readonly {
    readonly delta?: { readonly tool_calls?: WireCall[] };
  }[];
  return choices.flatMap(({ delta }) => delta?.tool_calls ?? []);
}

const textDelta = /"text_delta"/;

/** They read replies wrongly. */
export const brokenReplies: readonly BrokenProvider[] = [
  {
    defect: "drops the last delta of a longer text",
    subject: withFrames(anthropic, () => {
      let count = 0;
      let held: string | undefined;
      return (frame) => {
        if (!/^data:/m.test(frame)) return [frame];
        const isDelta = textDelta.test(frame);
        const before = held !== undefined && !(count > 4 && /content_block_stop/.test(frame)) ? [held] : [];
        count = isDelta ? count + 1 : 0;
        held = isDelta ? frame : undefined;
        return isDelta ? before : [...before, frame];
      };
    }),
    fails: ["streams/text"],
  },
  {
    defect: "adds deltas of calls to the call that started last",
    subject: withFrames(chat, () => {
      let last = 0;
      return (frame) => {
        const data = dataOf(frame);
        for (const call of callsIn(data)) {
          if (call.id !== undefined && call.index !== undefined) last = call.index;
          else if (call.index !== undefined && call.index < last) call.index = last;
        }
        return [data && callsIn(data).length > 0 ? `data: ${JSON.stringify(data)}` : frame];
      };
    }),
    fails: ["streams/interleaved-calls"],
  },
  {
    defect: "takes a stream that stops for one that has ended",
    subject: withStream(chat, (stream) => (request, signal) => endingWell(stream(request, signal))),
    fails: [
      "streams/missing-finish-reason-cut-off-call",
      "streams/missing-finish-reason-lost-arguments",
      "ends/without-terminator",
      "ends/short-success",
    ],
  },
  {
    defect: "counts what is unknown as 0",
    subject: endingAs(chat, (end) => ({ ...end, usage: { input: 0, output: 0, ...end.usage } })),
    fails: ["usage/none"],
  },
  {
    defect: "counts cached input twice",
    subject: endingAs(chat, (end) => {
      const { input, cacheRead = 0 } = end.usage;
      return {
        ...end,
        usage: { ...end.usage, ...(input === undefined ? {} : { input: input + cacheRead }) },
      };
    }),
    fails: ["usage/cached"],
  },
  {
    defect: "loses the vendor's own counters",
    subject: endingAs(chat, ({ type, stop, rawStop, usage }) => ({ type, stop, rawStop, usage })),
    fails: ["usage/raw"],
  },
  {
    defect: "swallows an error inside a good answer",
    subject: withFrames(
      anthropic,
      () => (frame) =>
        /^event: error$/m.test(frame)
          ? [
              'data: {"type":"message_delta","delta":{"stop_reason":"end_turn"}}',
              'data: {"type":"message_stop"}',
            ]
          : [frame],
    ),
    fails: ["streams/error-inside"],
  },
  {
    defect: "completes a call that was cut off",
    subject: repairing("cut-off"),
    fails: ["streams/cut-off-call"],
  },
  {
    defect: "repairs arguments that are not JSON",
    subject: repairing("not-json"),
    fails: ["streams/not-json-arguments"],
  },
  {
    defect: "takes the output limit for an answer",
    subject: endingAs(chat, (end) => (end.stop === "length" ? { ...end, stop: "answered" } : end)),
    fails: ["stops/length", "stops/call-length"],
  },
  {
    defect: "takes a word it does not know for an answer",
    subject: endingAs(chat, (end) => (end.stop === "other" ? { ...end, stop: "answered" } : end)),
    fails: ["stops/unknown", "stops/call-unknown"],
  },
  {
    defect: "takes a pause for an answer",
    subject: endingAs(anthropic, (end) => (end.stop === "paused" ? { ...end, stop: "answered" } : end)),
    fails: ["stops/paused", "stops/call-paused"],
  },
  {
    defect: "keeps equal ids of calls",
    subject: withParts(anthropic, (part) =>
      part.type === "tool-call" ? { ...part, id: part.id.replace(/^(toolu_1).+$/, "$1") } : part,
    ),
    fails: ["streams/duplicate-ids"],
  },
  {
    defect: "forgets the id of the request",
    subject: withEvents(anthropic, () => (event) => {
      if (event.type !== "message-start") return [event];
      const { requestId: _, ...start } = event;
      return [start];
    }),
    fails: ["streams/request-id"],
  },
  {
    defect: "ends a text twice",
    subject: withEvents(
      chat,
      () => (event) =>
        event.type === "part-end" && event.content.type === "text" ? [event, event] : [event],
    ),
    fails: ["laws/events"],
  },
];
