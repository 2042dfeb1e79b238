import type { Question } from "@skein/protocol";
import type { CallItem } from "@skein/session-view";
import { displayText, truncate, withEnd } from "@skein/terminal/width";
import { callCard, shortTitle } from "../calls/call-card.ts";
import { filePath } from "../calls/call-input.ts";
import type { CardLook } from "../calls/card-look.ts";
import { seconds } from "../chat/spinner.ts";
import type { ScreenSink } from "./screen-sink.ts";

/** Last lines of output that are shown of a running call. */
const tailLines = 4;
/** Last characters of output that these lines are made from. */
const tailCharacters = 4_000;

export interface RunningCallsOptions {
  readonly sink: ScreenSink;
  readonly look: () => CardLook;
  /** A call is about this file. */
  readonly onFile: (path: string) => void;
  /** Whether all that a call changes is shown above. */
  readonly isShown: (callId: string) => boolean;
}

interface RunningCallLines {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Output of a call so far. */
  readonly output: (callId: string) => string;
  /** Lines in place of the output. */
  readonly below: (callId: string) => readonly string[];
}

/** Tool calls of a run: drawn in the region while they run, written above as a card when they have a result. */
export interface RunningCalls {
  draw(item: CallItem): void;
  isRunning(callId: string): boolean;
  ids(): readonly string[];
  render(lines: RunningCallLines): readonly string[];
  /** The reply starts again: what was written may be written once more. */
  restart(): void;
  clear(): void;
}

interface RunningCall {
  readonly item: CallItem;
  readonly startedAt: number;
}

export function createRunningCalls({ sink, look, onFile, isShown }: RunningCallsOptions): RunningCalls {
  /** By call id. */
  const running = new Map<string, RunningCall>();
  /** Ids of items that are written above. */
  const written = new Set<string>();

  return {
    draw(item) {
      const { callId, state, result } = item;
      if (callId === undefined) return;
      if (state === "running" && !running.has(callId)) {
        running.set(callId, { item, startedAt: Date.now() });
        const path = filePath(item.runInput ?? null);
        if (path !== undefined) onFile(path);
      }
      if (!result || written.has(item.id)) return;
      written.add(item.id);
      running.delete(callId);
      const isChangeShown = isShown(callId);
      const { lines, whole } = callCard({ ...endedCall(item, result), isChangeShown }, look());
      sink.block(lines);
      if (whole) sink.clipped(whole);
    },
    isRunning: (callId) => running.has(callId),
    ids: () => [...running.keys()],
    render: (lines) => [...running].flatMap(([callId, call]) => callLines(callId, call, lines, sink)),
    restart: () => written.clear(),
    clear() {
      running.clear();
      written.clear();
    },
  };
}

function callLines(
  callId: string,
  { item: { tool = "", runInput = null }, startedAt }: RunningCall,
  { now, output, below }: RunningCallLines,
  sink: ScreenSink,
): readonly string[] {
  const { paint, spinner } = sink;
  const width = sink.width();
  const title = `${paint("accent", spinner(now))} ${paint("accent", shortTitle(tool, runInput, width - 12))}`;
  const head = withEnd(title, paint("dim", seconds(now - startedAt)), width);
  const instead = below(callId);
  if (instead.length > 0) return [head, ...instead];
  const tail = output(callId).slice(-tailCharacters);
  const lines = displayText(tail).trimEnd().split("\n").slice(-tailLines);
  return [
    head,
    ...lines.filter((line) => line !== "").map((line) => paint("dim", truncate(`    ${line}`, width))),
  ];
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
