// Tools for models without tool calling. The shim only changes texts: it
// describes tools in the system prompt, rewrites the history, and splits the
// streamed text into text and calls. To the agent the result is a model like
// any other; the laws of the stream hold.
import { baseOf } from "@skein/protocol";
import type { AttemptEvent, AttemptModel, ModelEvent, ModelRequest, TextPart } from "@skein/protocol";
import { changedRequest } from "../changed-request.ts";
import { createCallReader } from "./call-reader.ts";
import type { CallReader } from "./call-reader.ts";
import { toolInstructions } from "./instructions.ts";
import { toldMessages } from "./told-messages.ts";
import { callsIn } from "./written-calls.ts";

/**
 * Adds tools to a model without tool calling: the system prompt describes them,
 * the model writes calls into its text, and results are sent as user messages.
 *
 * Text is streamed without the calls. A call that is cut off or does not parse
 * is not run, as with any other model. A request without tools is sent
 * unchanged, except for calls in its history.
 *
 * @example
 * ```ts
 * const withTools = (model: ChatModel) => withToolShim(withRetries(model));
 * ```
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

/** Converts a request: tools move into the system prompt. */
function told(request: ModelRequest): ModelRequest {
  const { system, tools, messages } = request;
  const texts = [system, tools.length === 0 ? "" : toolInstructions(tools)];
  return changedRequest(request, {
    system: texts.filter((text) => text.trim() !== "").join("\n\n"),
    tools: [],
    messages: toldMessages(messages),
  });
}

/**
 * Converts the events of a reply. Events of the retry layer pass unchanged; a
 * restarted reply starts a new conversion.
 */
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

/** Text part that is being streamed. */
interface OpenText {
  readonly reader: CallReader;
  /** Index of the part that shows the text now. `undefined`: none is open. */
  part: number | undefined;
  /** Deltas of that part. */
  shown: string[];
  /**
   * White space that is shown only if text follows, or if no call preceded it.
   */
  blank: string;
  /** Set once the text contained a call. */
  hasCalls: boolean;
}

/** Events that the conversion changes. */
type ReplyEvent = Exclude<ModelEvent, { type: "message-start" | "usage" }>;

/**
 * Creates the conversion of one reply. Parts get new numbers, since a text can
 * become several parts and calls.
 */
function createRewriter(reply: number): { take(event: ReplyEvent): readonly ModelEvent[] } {
  let parts = 0;
  let calls = 0;
  /** The current numbers of other parts. */
  const numbers = new Map<number, number>();
  const texts = new Map<number, OpenText>();

  const showText = (open: OpenText, text: string, out: ModelEvent[]): void => {
    // White space before a call would be shown as an empty paragraph, so it
    // waits for text.
    const all = open.blank + text;
    open.blank = "";
    if (open.part === undefined && all.trim() === "") {
      open.blank = all;
      return;
    }
    // A part starts with its first visible text.
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
    // A text without calls must come out exactly as it came in, even if it is
    // blank.
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
        // Thinking and other parts keep their events, under new numbers.
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

/**
 * Corrects the stop reason: the model itself reports a finished answer, because
 * it does not know of calls.
 */
function stopOf<Stop extends string>(stop: Stop, calls: number): Stop | "tool-calls" {
  return calls > 0 && stop === "answered" ? "tool-calls" : stop;
}
