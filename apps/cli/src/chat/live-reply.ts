import type { AgentEvent, JsonValue, Question } from "@skein/protocol";
import { displayText } from "../markdown/display-text.ts";
import { createMarkdownStream, type MarkdownStream } from "../markdown/markdown-stream.ts";
import type { MarkdownLook } from "../markdown/render.ts";
import { describeEvent } from "../output/describe-event.ts";
import { truncate, wrap } from "../tui/text-width.ts";
import { callCard, shortTitle } from "./call-card.ts";
import { createLiveSubagents } from "./live-subagents.ts";
import type { ScreenSink } from "./screen-sink.ts";
import { seconds, spinner } from "./spinner.ts";

const tailLines = 4;
const tailKept = 4_000;
const thinkingLines = 10;

/** A run as it happens: what is final is written above, what still changes is drawn in the region. */
export interface LiveReply {
  event(event: AgentEvent): void;
  /** @param now - milliseconds since the epoch. @param rows - at most so many lines. */
  render(now: number, rows: number): string[];
  /** The run is over, however it ended. */
  end(): void;
}

type ApprovalQuestion = Extract<Question, { readonly kind: "approval" }>;

interface RunningCall {
  readonly tool: string;
  readonly input: JsonValue;
  readonly startedAt: number;
  tail: string;
}

export function createLiveReply(
  sink: ScreenSink,
  highlight: NonNullable<MarkdownLook["highlight"]>,
): LiveReply {
  const { paint } = sink;
  let text: { readonly part: number; readonly stream: MarkdownStream; hasPrinted: boolean } | undefined;
  let thinking: { readonly part: number; text: string } | undefined;
  let preparing: { readonly tool: string; characters: number } | undefined;
  let waitUntil: number | undefined;
  const calls = new Map<string, RunningCall>();
  const subagents = createLiveSubagents(sink);
  /** Of calls that were asked about: a denied one never starts. */
  const asked = new Map<string, ApprovalQuestion>();
  /** Of questions whose call was allowed as it was shown. */
  const allowedAsShown = new Set<string>();
  const look = (): MarkdownLook => ({ width: sink.width(), paint, highlight });

  function print(lines: readonly string[]): void {
    if (!text || lines.length === 0) return;
    if (text.hasPrinted) sink.more(lines);
    else sink.block(lines);
    text.hasPrinted = true;
  }

  function endText(): void {
    if (!text) return;
    print(text.stream.end(look()));
    text = undefined;
  }

  function endThinking(): void {
    if (!thinking) return;
    const lines = thoughtLines(thinking.text);
    thinking = undefined;
    if (lines.length === 0) return;
    if (lines.length <= thinkingLines) return sink.block(lines);
    const left = lines.length - thinkingLines + 1;
    sink.block([...lines.slice(0, thinkingLines - 1), paint("dim", `… ${left} more lines: Ctrl+O`)]);
    sink.clipped(lines);
  }

  function thoughtLines(thought: string): string[] {
    const trimmed = displayText(thought).trim();
    if (trimmed === "") return [];
    return trimmed
      .split("\n")
      .flatMap((line) => wrap(line, sink.width() - 2))
      .map((line) => (line === "" ? "" : paint("dim", `  ${line}`)));
  }

  function dropReply(): void {
    text = undefined;
    thinking = undefined;
    preparing = undefined;
  }

  function endReply(): void {
    endThinking();
    endText();
    preparing = undefined;
  }

  function onText(part: number, delta: string): void {
    if (text?.part !== part) {
      endReply();
      text = { part, stream: createMarkdownStream(), hasPrinted: false };
    }
    text.stream.add(delta);
  }

  function onEnd(event: Extract<AgentEvent, { readonly type: "tool-end" }>): void {
    const { callId, tool, content, failure } = event;
    const call = calls.get(callId);
    const question = asked.get(callId);
    const input = call?.input ?? question?.input;
    const isChangeShown = question !== undefined && allowedAsShown.has(question.id);
    // Without the time it waited to be allowed.
    const durationMs = call ? Date.now() - call.startedAt : 0;
    calls.delete(callId);
    const { lines, whole } = callCard(
      { tool, input, content, failure, durationMs, isChangeShown },
      sink.width(),
      paint,
    );
    sink.block(lines);
    if (whole) sink.clipped(whole);
  }

  return {
    event(event) {
      if (subagents.event(event)) return sink.changed();
      waitUntil = undefined;
      switch (event.type) {
        case "text-delta":
          onText(event.part, event.delta);
          break;
        case "thinking-delta":
          if (thinking?.part !== event.part) {
            endReply();
            thinking = { part: event.part, text: "" };
          }
          thinking.text += event.delta;
          break;
        case "input-delta":
          endThinking();
          endText();
          preparing = {
            tool: event.tool ?? preparing?.tool ?? "a call",
            characters: (preparing?.characters ?? 0) + event.delta.length,
          };
          break;
        case "tool-start": {
          endReply();
          const { callId, tool, input } = event;
          calls.set(callId, { tool, input, startedAt: Date.now(), tail: "" });
          break;
        }
        case "tool-progress": {
          const call = calls.get(event.callId);
          if (call) call.tail = (call.tail + event.text).slice(-tailKept);
          break;
        }
        case "tool-end":
          endReply();
          onEnd(event);
          break;
        case "reply-restarted":
          dropReply();
          sink.block([paint("yellow", truncate(displayText(describeEvent(event) ?? ""), sink.width()))]);
          break;
        case "retry-wait":
          waitUntil = Date.now() + event.ms;
          sink.block(wrap(paint("yellow", displayText(describeEvent(event) ?? "")), sink.width()));
          break;
        case "question":
          endReply();
          if (event.question.kind === "approval") asked.set(event.question.callId, event.question);
          break;
        case "answered":
          if ("allow" in event.answer && event.answer.input === undefined)
            allowedAsShown.add(event.questionId);
          break;
        case "turn-end":
        case "outcome":
        case "steered":
          endReply();
          break;
        default: {
          const said = describeEvent(event);
          if (said === undefined) break;
          endReply();
          sink.block(wrap(paint("yellow", displayText(said)), sink.width()));
        }
      }
      sink.changed();
    },
    render(now, rows) {
      if (text) print(text.stream.settled(look()));
      const open = text?.stream.open(look()) ?? [];
      const thoughts = thinking ? thoughtLines(thinking.text).slice(-thinkingLines) : [];
      const width = sink.width();
      const running = [...calls].flatMap(([callId, call]) =>
        callLines(call, { now, width, below: subagents.ofCall(callId, now) }),
      );
      const others = subagents.behindNone([...calls.keys()], now);
      const prepared = preparing
        ? [
            paint(
              "dim",
              truncate(displayText(`… ${preparing.tool}: ${preparing.characters} characters`), width),
            ),
          ]
        : [];
      const wait = waitUntil === undefined ? [] : [paint("yellow", `Again in ${seconds(waitUntil - now)} …`)];
      const all = [...thoughts, ...open, ...prepared, ...running, ...others, ...wait];
      const gap = all.length > 0 && !(text?.hasPrinted && open.length > 0) ? [""] : [];
      const lines = [...gap, ...all];
      return lines.slice(Math.max(0, lines.length - Math.max(0, rows)));
    },
    end() {
      endReply();
      calls.clear();
      asked.clear();
      allowedAsShown.clear();
      subagents.end();
      waitUntil = undefined;
    },
  };

  function callLines(
    { tool, input, startedAt, tail }: RunningCall,
    {
      now,
      width,
      below,
    }: { readonly now: number; readonly width: number; readonly below: readonly string[] },
  ): string[] {
    const title = shortTitle(tool, input, width - 12);
    const head = `${paint("cyan", spinner(now))} ${paint("cyan", title)}${paint("dim", ` ${seconds(now - startedAt)}`)}`;
    if (below.length > 0) return [head, ...below];
    const lines = displayText(tail).trimEnd().split("\n").slice(-tailLines);
    return [
      head,
      ...lines.filter((line) => line !== "").map((line) => paint("dim", truncate(`  ${line}`, width))),
    ];
  }
}
