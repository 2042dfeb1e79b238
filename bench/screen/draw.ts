// node bench/screen/draw.ts answer|session skein|bare: writes to standard output what a terminal gets, and figures to standard error.
import type { AgentEvent } from "../../packages/protocol/src/index.ts";
import { emptyView, viewReducer } from "../../packages/session-view/src/index.ts";
import { spinner } from "../../packages/terminal-chat/src/chat/spinner.ts";
import { createLiveReply } from "../../packages/terminal-chat/src/screen/live-reply.ts";
import { createHighlighter } from "../../packages/terminal/src/markdown.ts";
import { emptyFrame, frameBytes, type Frame } from "../../packages/terminal/src/screen/region-frame.ts";
import { createTheme } from "../../packages/terminal/src/theme.ts";
import { answer, deltasOf, messages } from "./corpus.ts";

/** A model writes about 60 deltas a second, and the screen is drawn 30 times. */
const deltasPerFrame = 2;
const [columns, rows] = [80, 24];

function drawnChat() {
  const { paint } = createTheme({ name: "dark", depth: 24 });
  const highlighter = createHighlighter(paint, () => undefined);
  const highlight = (code: string, language: string) => highlighter.highlight(code, language);
  let printed: string[] = [];
  let frame: Frame = emptyFrame;
  let view = emptyView("s");
  const reply = createLiveReply(
    {
      paint,
      spinner,
      width: () => columns - 1,
      block: (lines) => void printed.push("", ...lines),
      more: (lines) => void printed.push(...lines),
      changed: () => undefined,
      clipped: () => undefined,
    },
    { look: () => ({ width: columns - 1, paint, highlight }), onFile: () => undefined, isShown: () => false },
  );
  return {
    prepare: (text: string) => highlighter.prepare(text),
    feed(event: object): void {
      const whole = { session: "s", run: "r", path: [], at: 0, ...event } as unknown as AgentEvent;
      const before = view;
      view = viewReducer(view, whole);
      reply.update({ event: whole, before, after: view });
    },
    draw(): string {
      const lines = [...reply.render(0, rows - 4), "", "› ", "  smart_approve · some-model"];
      const after = { lines, columns };
      const bytes = frameBytes(frame, after, printed);
      frame = after;
      printed = [];
      return bytes;
    },
  };
}

const said = (text: string) => ({
  type: "message",
  role: "assistant",
  content: [{ type: "text", text }],
  stop: "answered",
  provider: "p",
  model: "m",
});

async function drawAnswer(): Promise<object> {
  const chat = drawnChat();
  await chat.prepare(answer);
  const deltas = deltasOf(answer);
  const frames: number[] = [];
  let bytes = 0;
  for (const [at, delta] of deltas.entries()) {
    chat.feed({ type: "text-delta", delta });
    if (at % deltasPerFrame !== 0) continue;
    const from = performance.now();
    const drawn = chat.draw();
    frames.push(performance.now() - from);
    bytes += Buffer.byteLength(drawn);
    process.stdout.write(drawn);
  }
  chat.feed(said(answer));
  const rest = chat.draw();
  process.stdout.write(rest);
  return { frames, deltas: deltas.length, bytes: bytes + Buffer.byteLength(rest) };
}

function writeAnswer(): object {
  const deltas = deltasOf(answer);
  for (const delta of deltas) process.stdout.write(delta);
  return { deltas: deltas.length, bytes: Buffer.byteLength(answer) };
}

function drawSession(): object {
  const chat = drawnChat();
  for (const text of messages) {
    chat.feed({ type: "turn-start", turn: 1 });
    chat.feed({ type: "text-delta", delta: text });
    process.stdout.write(chat.draw());
    chat.feed(said(text));
    process.stdout.write(chat.draw());
  }
  return {};
}

function writeSession(): object {
  for (const text of messages) process.stdout.write(`${text}\n`);
  return {};
}

const programs: Readonly<Record<string, () => object | Promise<object>>> = {
  "answer skein": drawAnswer,
  "answer bare": writeAnswer,
  "session skein": drawSession,
  "session bare": writeSession,
};
const run = programs[process.argv.slice(2).join(" ")];
if (!run) throw new Error("Give answer or session, and skein or bare.");
const found = await run();
const { user, system } = process.cpuUsage();
process.stderr.write(
  JSON.stringify({ ...found, cpuMs: (user + system) / 1000, rss: process.memoryUsage.rss() }),
);
