import type { AttemptEvent, AttemptModel, ModelEvent, ModelRequest, TextPart } from "@skein/protocol";
import { baseOf } from "../with-retries.ts";
import { changedRequest } from "../changed-request.ts";
import { createCallReader } from "./call-reader.ts";
import type { CallReader } from "./call-reader.ts";
import { toolInstructions } from "./instructions.ts";
import { toldMessages } from "./told-messages.ts";
import { callsIn } from "./written-calls.ts";

/**
 * Adds tools to a model without tool calling: the system prompt describes them, the model writes calls into
 * its text, and results are sent as user messages.
 *
 * Text is streamed without the calls. A call that is cut off or does not parse is not run, as with any other
 * model. A request without tools is sent unchanged, except for calls in its history.
 */
export function withToolShim(model: AttemptModel): AttemptModel {
  return {
    ...baseOf(model),
    stream: (request, signal) => {
      const events = model.stream(told(request), signal);
      return request.tools.length === 0 ? events : withCalls(events, request);
    },
  };
}

function told(request: ModelRequest): ModelRequest {
  const { system, tools, messages } = request;
  const texts = [system, tools.length === 0 ? "" : toolInstructions(tools)];
  return changedRequest(request, {
    system: texts.filter((text) => text.trim() !== "").join("\n\n"),
    tools: [],
    messages: toldMessages(messages),
  });
}

async function* withCalls(
  events: AsyncIterable<AttemptEvent>,
  { messages }: ModelRequest,
): AsyncGenerator<AttemptEvent> {
  // Ids differ from those of earlier replies, and are the same in a replay.
  const reply = messages.filter(({ role }) => role === "assistant").length + 1;
  let rewriter = createRewriter(reply);
  for await (const event of events) {
    if (event.type === "message-start") rewriter = createRewriter(reply);
    const isOfReply = "part" in event || event.type === "message-end";
    if (!isOfReply) yield event;
    else for (const rewritten of rewriter.take(event)) yield rewritten;
  }
}

/** A text part that is being streamed. */
interface OpenText {
  readonly reader: CallReader;
  /** Number of the part that shows it now. */
  part: number | undefined;
  shown: string[];
  /** White space that is only shown if text follows, or no call preceded it. */
  blank: string;
  hasCalls: boolean;
}

type ReplyEvent = Exclude<ModelEvent, { type: "message-start" | "usage" }>;

function createRewriter(reply: number): { take(event: ReplyEvent): readonly ModelEvent[] } {
  let parts = 0;
  let calls = 0;
  /** The current numbers of other parts. */
  const numbers = new Map<number, number>();
  const texts = new Map<number, OpenText>();

  const showText = (open: OpenText, text: string, out: ModelEvent[]): void => {
    const all = open.blank + text;
    open.blank = "";
    if (open.part === undefined && all.trim() === "") {
      open.blank = all;
      return;
    }
    const isFirst = open.part === undefined;
    open.part ??= parts++;
    if (isFirst) out.push({ type: "part-start", part: open.part, kind: "text" });
    const delta = isFirst && open.hasCalls ? all.replace(/^\s*\n/, "") : all;
    open.shown.push(delta);
    out.push({ type: "text-delta", part: open.part, delta });
  };

  const closeText = (open: OpenText, out: ModelEvent[], sidecar?: TextPart["sidecar"]): void => {
    if (open.part === undefined) return;
    const content = { type: "text", text: open.shown.join(""), ...(sidecar ? { sidecar } : {}) } as const;
    out.push({ type: "part-end", part: open.part, content });
    open.part = undefined;
    open.shown = [];
  };

  const takePieces = (open: OpenText, pieces: ReturnType<CallReader["push"]>, out: ModelEvent[]): void => {
    for (const piece of pieces) {
      if (piece.type === "text") {
        showText(open, piece.text, out);
        continue;
      }
      closeText(open, out);
      open.blank = "";
      for (const call of callsIn(piece.body, piece.closed, () => `shim_${reply}_${++calls}`)) {
        const part = parts++;
        open.hasCalls = true;
        out.push({ type: "part-start", part, kind: "tool-call", name: call.name });
        out.push({ type: "part-end", part, content: call });
      }
    }
  };

  const endText = (open: OpenText, content: TextPart, out: ModelEvent[]): void => {
    takePieces(open, open.reader.end(), out);
    const isAlone = !open.hasCalls;
    if (isAlone && open.part === undefined && (open.blank !== "" || content.sidecar)) {
      open.part = parts++;
      open.shown = [open.blank];
      out.push({ type: "part-start", part: open.part, kind: "text" });
      if (open.blank !== "") out.push({ type: "text-delta", part: open.part, delta: open.blank });
    }
    // A sidecar of the whole text does not fit a piece of it.
    closeText(open, out, isAlone ? content.sidecar : undefined);
  };

  return {
    take(event) {
      if (event.type === "message-end") return [{ ...event, stop: stopOf(event.stop, calls) }];
      const out: ModelEvent[] = [];
      const open = texts.get(event.part);
      if (event.type === "part-start" && event.kind === "text") {
        texts.set(event.part, {
          reader: createCallReader(),
          part: undefined,
          shown: [],
          blank: "",
          hasCalls: false,
        });
      } else if (event.type === "part-start") {
        numbers.set(event.part, parts);
        out.push({ ...event, part: parts++ });
      } else if (!open) {
        out.push({ ...event, part: numbers.get(event.part) ?? event.part });
      } else if (event.type === "part-end") {
        if (event.content.type === "text") endText(open, event.content, out);
      } else {
        takePieces(open, open.reader.push(event.delta), out);
      }
      return out;
    },
  };
}

/** The model itself reports a finished answer. */
function stopOf<Stop extends string>(stop: Stop, calls: number): Stop | "tool-calls" {
  return calls > 0 && stop === "answered" ? "tool-calls" : stop;
}
