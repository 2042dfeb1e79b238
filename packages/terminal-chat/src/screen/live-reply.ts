import type { AgentEvent, Question } from "@skein/protocol";
import { changedItems, itemsOf, type CallItem, type Item, type SessionView } from "@skein/session-view";
import { describeEvent } from "@skein/session-view/text";
import { displayText, truncate, withEnd, wrap } from "@skein/terminal/width";
import { createMarkdownStream, type MarkdownLook, type MarkdownStream } from "@skein/terminal/markdown";
import { callCard, shortTitle } from "../calls/call-card.ts";
import { filePath } from "../calls/call-input.ts";
import type { CardLook } from "../calls/card-look.ts";
import type { ViewChange } from "../chat/chat-view.ts";
import { createLiveSubagents } from "./live-subagents.ts";
import type { ScreenSink } from "./screen-sink.ts";
import { prose } from "./prose.ts";
import { seconds } from "../chat/spinner.ts";
import { thoughtLines } from "./thought-lines.ts";

const tailLines = 4;
const tailKept = 4_000;
/** Of a thought that streams, the last; what has no more is shown whole when it ends. */
const thinkingLines = 3;

/** A run as it happens: what is final is written above, what still changes is drawn in the region. */
export interface LiveReply {
  update(change: ViewChange): void;
  /** @param now - milliseconds since the epoch. @param rows - at most so many lines. */
  render(now: number, rows: number): string[];
  /** The run is over, however it ended. */
  end(): void;
}

/** The part of a reply that streams in. */
type OpenPart = OpenText | OpenThought;

interface OpenThought {
  readonly type: "thinking";
  readonly id: string;
  readonly startedAt: number;
  text: string;
}

interface OpenText {
  readonly type: "text";
  readonly id: string;
  readonly stream: MarkdownStream;
  /** Characters that the stream has. */
  added: number;
  hasPrinted: boolean;
}

interface RunningCall {
  readonly item: CallItem;
  readonly startedAt: number;
}

export interface LiveReplyOptions {
  /** Of the whole width. */
  readonly look: () => CardLook;
  /** A call is about this file. */
  readonly onFile: (path: string) => void;
  /** Whether all that a call changes stands above. */
  readonly isShown: (callId: string) => boolean;
}

export function createLiveReply(
  sink: ScreenSink,
  { look: wholeLook, onFile, isShown }: LiveReplyOptions,
): LiveReply {
  const { paint, spinner } = sink;
  let view: SessionView | undefined;
  let open: OpenPart | undefined;
  /** Ids of items that are written above. */
  const written = new Set<string>();
  let waitUntil: number | undefined;
  /** By call id. */
  const calls = new Map<string, RunningCall>();
  const subagents = createLiveSubagents(sink);
  const look = (): MarkdownLook => ({ ...wholeLook(), width: sink.width() - 2 });
  const warn = (text: string) => sink.block(wrap(paint("warning", displayText(text)), sink.width()));

  function print(text: OpenText, lines: readonly string[]): void {
    if (lines.length === 0) return;
    const marked = prose(lines, text.hasPrinted ? undefined : paint);
    if (text.hasPrinted) sink.more(marked);
    else sink.block(marked);
    text.hasPrinted = true;
  }

  /** What was open is final. */
  function endOpen(): void {
    const part = open;
    open = undefined;
    if (!part) return;
    written.add(part.id);
    if (part.type === "text") print(part, part.stream.end(look()));
    else printThought(part);
  }

  function printThought({ text, startedAt }: OpenThought): void {
    const lines = thoughtLines(text, sink);
    if (lines.length === 0) return;
    if (lines.length <= thinkingLines) return sink.block(lines);
    sink.block([paint("dim", `  thought for ${seconds(Date.now() - startedAt)} · Ctrl+O`)]);
    sink.clipped(lines);
  }

  function drawProse(item: Extract<Item, { readonly type: "text" | "thinking" }>): void {
    if (written.has(item.id)) return;
    if (open?.id !== item.id) {
      endOpen();
      const { id } = item;
      open =
        item.type === "text"
          ? { type: "text", id, stream: createMarkdownStream(), added: 0, hasPrinted: false }
          : { type: "thinking", id, startedAt: Date.now(), text: "" };
    }
    if (open?.type === "text") {
      open.stream.add(item.text.slice(open.added));
      open.added = item.text.length;
    } else if (open) open.text = item.text;
    if (item.state !== "streaming") endOpen();
  }

  function drawCall(item: CallItem): void {
    const { callId, state, result } = item;
    if (state === "pending") return;
    endOpen();
    if (callId === undefined) return;
    if (state === "running" && !calls.has(callId)) {
      calls.set(callId, { item, startedAt: Date.now() });
      const path = filePath(item.runInput ?? null);
      if (path !== undefined) onFile(path);
    }
    if (!result || written.has(item.id)) return;
    written.add(item.id);
    calls.delete(callId);
    const isChangeShown = isShown(callId);
    const { lines, whole } = callCard({ ...endedCall(item, result), isChangeShown }, wholeLook());
    sink.block(lines);
    if (whole) sink.clipped(whole);
  }

  function draw(item: Item): void {
    switch (item.type) {
      case "text":
      case "thinking":
        return drawProse(item);
      case "call":
        return drawCall(item);
      case "notice":
        endOpen();
        return warn(item.text);
      default:
        return endOpen();
    }
  }

  /** What no item shows, or not all of it. */
  function say(event: AgentEvent): void {
    const said = event.type === "notice" ? undefined : describeEvent(event);
    if (event.type === "reply-restarted") {
      open = undefined;
      written.clear();
      return sink.block([paint("warning", truncate(displayText(said ?? ""), sink.width()))]);
    }
    if (event.type === "retry-wait") waitUntil = Date.now() + event.ms;
    if (event.type === "turn-end") endOpen();
    if (said === undefined) return;
    if (event.type !== "retry-wait") endOpen();
    warn(said);
  }

  /** One that a run before this one has started, and that goes on in it, is in the view already. */
  function goesOn(event: AgentEvent, after: SessionView): void {
    if (event.type !== "tool-start" || calls.has(event.callId)) return;
    const item = itemsOf(after).findLast((one) => one.type === "call" && one.callId === event.callId);
    if (item?.type === "call") drawCall(item);
  }

  return {
    update({ event, before, after }) {
      view = after;
      if (subagents.event(event)) return sink.changed();
      waitUntil = undefined;
      say(event);
      for (const item of changedItems(before, after)) if (item.type !== "message") draw(item);
      goesOn(event, after);
      sink.changed();
    },
    render(now, rows) {
      if (open?.type === "text") print(open, open.stream.settled(look()));
      const hasPrinted = open?.type === "text" && open.hasPrinted;
      const text =
        open?.type === "text" ? prose(open.stream.open(look()), hasPrinted ? undefined : paint) : [];
      const thoughts = open?.type === "thinking" ? thoughtLines(open.text, sink).slice(-thinkingLines) : [];
      const width = sink.width();
      const running = [...calls].flatMap(([callId, call]) =>
        callLines(call, { now, width, below: subagents.ofCall(callId, now) }),
      );
      const others = subagents.behindNone([...calls.keys()], now);
      const wait =
        waitUntil === undefined ? [] : [paint("warning", `Again in ${seconds(waitUntil - now)} …`)];
      const all = [...thoughts, ...text, ...preparedLine(width), ...running, ...others, ...wait];
      const gap = all.length > 0 && !(hasPrinted && text.length > 0) ? [""] : [];
      const lines = [...gap, ...all];
      return lines.slice(Math.max(0, lines.length - Math.max(0, rows)));
    },
    end() {
      endOpen();
      calls.clear();
      written.clear();
      subagents.end();
      waitUntil = undefined;
    },
  };

  /** A call whose arguments arrive. */
  function preparedLine(width: number): readonly string[] {
    const item = view?.conversation.reply?.parts.at(-1)?.item;
    if (item?.type !== "call") return [];
    const words = `… ${item.tool ?? "a call"}: ${item.raw?.length ?? 0} characters`;
    return [paint("dim", truncate(displayText(words), width))];
  }

  function callLines(
    { item, startedAt }: RunningCall,
    {
      now,
      width,
      below,
    }: { readonly now: number; readonly width: number; readonly below: readonly string[] },
  ): string[] {
    const { tool = "", runInput = null, callId = "" } = item;
    const title = `${paint("accent", spinner(now))} ${paint("accent", shortTitle(tool, runInput, width - 12))}`;
    const head = withEnd(title, paint("dim", seconds(now - startedAt)), width);
    if (below.length > 0) return [head, ...below];
    const tail = (view?.conversation.output[callId] ?? "").slice(-tailKept);
    const lines = displayText(tail).trimEnd().split("\n").slice(-tailLines);
    return [
      head,
      ...lines.filter((line) => line !== "").map((line) => paint("dim", truncate(`    ${line}`, width))),
    ];
  }
}

function endedCall(item: CallItem, { content, failure, durationMs }: NonNullable<CallItem["result"]>) {
  const { tool = "", runInput, asked } = item;
  const question: Question | undefined = asked?.question;
  return {
    tool,
    input: runInput ?? (question?.kind === "approval" ? question.input : undefined),
    content,
    failure,
    durationMs,
  };
}
