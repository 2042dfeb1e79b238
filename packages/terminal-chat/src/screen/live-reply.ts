import type { AgentEvent } from "@skein/protocol";
import { changedItems, itemsOf, type CallItem, type Item, type SessionView } from "@skein/session-view";
import { describeEvent } from "@skein/session-view/text";
import { displayText, truncate, wrap } from "@skein/terminal/width";
import type { CardLook } from "../calls/card-look.ts";
import type { ViewChange } from "../chat/chat-view.ts";
import { createLiveSubagents } from "./live-subagents.ts";
import { createRunningCalls } from "./running-calls.ts";
import type { ScreenSink } from "./screen-sink.ts";
import { seconds } from "../chat/spinner.ts";
import { createStreamedPart } from "./streamed-part.ts";

/** A run as it happens: what is final is written above, what still changes is drawn in the region. */
export interface LiveReply {
  update(change: ViewChange): void;
  /** @param now - milliseconds since the epoch. @param rows - at most so many lines. */
  render(now: number, rows: number): string[];
  /** The run is over, however it ended. */
  end(): void;
}

export interface LiveReplyOptions {
  /** Of the whole width. */
  readonly look: () => CardLook;
  /** A call is about this file. */
  readonly onFile: (path: string) => void;
  /** Whether all that a call changes stands above. */
  readonly isShown: (callId: string) => boolean;
}

export function createLiveReply(sink: ScreenSink, { look, onFile, isShown }: LiveReplyOptions): LiveReply {
  const { paint } = sink;
  let view: SessionView | undefined;
  /** Milliseconds since the epoch. */
  let waitUntil: number | undefined;
  const streamed = createStreamedPart(sink, () => ({ ...look(), width: sink.width() - 2 }), Date.now);
  const calls = createRunningCalls({ sink, look, onFile, isShown });
  const subagents = createLiveSubagents(sink);
  const warn = (text: string) => sink.block(wrap(paint("warning", displayText(text)), sink.width()));

  function drawCall(item: CallItem): void {
    if (item.state === "pending") return;
    streamed.finish();
    calls.draw(item);
  }

  function draw(item: Item): void {
    switch (item.type) {
      case "text":
      case "thinking":
        return streamed.draw(item);
      case "call":
        return drawCall(item);
      case "notice":
        streamed.finish();
        return warn(item.text);
      default:
        return streamed.finish();
    }
  }

  /** What no item shows, or not all of it. */
  function describe(event: AgentEvent): void {
    const text = event.type === "notice" ? undefined : describeEvent(event);
    if (event.type === "reply-restarted") {
      streamed.restart();
      calls.restart();
      return sink.block([paint("warning", truncate(displayText(text ?? ""), sink.width()))]);
    }
    if (event.type === "retry-wait") waitUntil = Date.now() + event.ms;
    if (event.type === "turn-end") streamed.finish();
    if (text === undefined) return;
    if (event.type !== "retry-wait") streamed.finish();
    warn(text);
  }

  /** One that a run before this one has started, and that goes on in it, is in the view already. */
  function goesOn(event: AgentEvent, after: SessionView): void {
    if (event.type !== "tool-start" || calls.isRunning(event.callId)) return;
    const item = itemsOf(after).findLast((one) => one.type === "call" && one.callId === event.callId);
    if (item?.type === "call") drawCall(item);
  }

  return {
    update({ event, before, after }) {
      view = after;
      if (subagents.event(event)) return sink.changed();
      waitUntil = undefined;
      describe(event);
      for (const item of changedItems(before, after)) if (item.type !== "message") draw(item);
      goesOn(event, after);
      sink.changed();
    },
    render(now, rows) {
      const { lines: part, continues } = streamed.render();
      const running = calls.render({
        now,
        output: (callId) => view?.conversation.output[callId] ?? "",
        below: (callId) => subagents.ofCall(callId, now),
      });
      const others = subagents.behindNone(calls.ids(), now);
      const wait =
        waitUntil === undefined ? [] : [paint("warning", `Again in ${seconds(waitUntil - now)} …`)];
      const all = [...part, ...preparedLine(view, sink), ...running, ...others, ...wait];
      const lines = all.length > 0 && !continues ? ["", ...all] : all;
      return lines.slice(Math.max(0, lines.length - Math.max(0, rows)));
    },
    end() {
      streamed.finish();
      streamed.restart();
      calls.clear();
      subagents.end();
      waitUntil = undefined;
    },
  };
}

/** A call whose arguments arrive. */
function preparedLine(view: SessionView | undefined, sink: ScreenSink): readonly string[] {
  const item = view?.conversation.reply?.parts.at(-1)?.item;
  if (item?.type !== "call") return [];
  const words = `… ${item.tool ?? "a call"}: ${item.raw?.length ?? 0} characters`;
  return [sink.paint("dim", truncate(displayText(words), sink.width()))];
}
