import { textOf, type AgentEvent, type JsonValue, type RunResult } from "@skein/protocol";
import { cleanText } from "../terminal/clean-text.ts";
import { paintFor } from "../terminal/style.ts";
import { describeEvent } from "./describe-event.ts";
import { runSummary } from "./run-summary.ts";
import { sayError } from "./say-error.ts";
import { createSwitchNews } from "./switch-news.ts";
import type { OutputWriter } from "./writer.ts";

const resultLinesShown = 12;

export interface TextWriterOptions {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly quiet: boolean;
  /** Whether replies are shown as they stream in. Default: when standard output is a terminal. */
  readonly live?: boolean;
}

/**
 * The answer on standard output, everything else on standard error. A terminal sees replies as they stream in; a pipe
 * or file gets the answer alone, once it is whole.
 */
export function textWriter({ stdout, stderr, quiet, live = stdout.isTTY }: TextWriterOptions): OutputWriter {
  const paint = paintFor(stderr);
  const isNews = createSwitchNews();
  let atLineStart = true;

  const aside = (text: string) => {
    if (live && !atLineStart) stdout.write("\n");
    atLineStart = true;
    stderr.write(`${text}\n`);
  };
  const note = (text: string) => {
    if (!quiet) aside(text);
  };
  const stream = (text: string) => {
    stdout.write(text);
    if (text !== "") atLineStart = text.endsWith("\n");
  };

  return {
    isLive: live,
    init: ({ provider, model, mode }) => note(paint("dim", `${provider} ${model} · ${mode}`)),
    event(event) {
      if (!isNews(event)) return;
      if (event.type === "text-delta") {
        if (live) stream(cleanText(event.delta));
      } else if (event.type === "reply-restarted" && live) {
        aside(paint("yellow", `The reply broke off (${cleanText(event.reason)}). It is made again:`));
      } else {
        const line = lineOf(event);
        if (line !== undefined) note(paint(line.style, cleanText(line.text)));
      }
    },
    result(result) {
      if (live) {
        if (!atLineStart) stdout.write("\n");
        if (result.output !== undefined) stdout.write(`${JSON.stringify(result.output)}\n`);
      } else if (result.outcome === "done") {
        stdout.write(answerOf(result));
      }
      if (result.error) sayError(result.error, stderr);
      if (result.turns > 0) note(paint("dim", `${runSummary(result)} · session ${result.session}`));
    },
  };
}

function answerOf({ output, text }: RunResult): string {
  if (output !== undefined) return `${JSON.stringify(output)}\n`;
  const clean = cleanText(text);
  return clean.endsWith("\n") ? clean : `${clean}\n`;
}

interface Line {
  readonly style: "dim" | "cyan" | "red" | "yellow";
  readonly text: string;
}

function lineOf(event: AgentEvent): Line | undefined {
  if (event.type === "tool-start") {
    return { style: "cyan", text: `● ${event.tool} ${describeInput(event.input)}` };
  }
  if (event.type === "tool-end") {
    return {
      style: event.failure ? "red" : "dim",
      text: indent(clipLines(textOf(event.content)) || "(no output)"),
    };
  }
  const text = describeEvent(event);
  return text === undefined ? undefined : { style: "yellow", text };
}

/** A single string speaks for itself, like a command; anything else is shown as JSON. */
function describeInput(input: JsonValue): string {
  const fields = typeof input === "object" && input !== null ? Object.values(input) : [];
  const [only] = fields;
  const text = fields.length === 1 && typeof only === "string" ? only : JSON.stringify(input);
  const [first = "", ...more] = text.split("\n");
  const head = first.length > 200 ? `${first.slice(0, 200)}…` : first;
  return more.length === 0 ? head : `${head} … (${more.length + 1} lines)`;
}

function clipLines(text: string): string {
  const lines = text.trimEnd().split("\n");
  if (lines.length <= resultLinesShown) return lines.join("\n");
  return [
    ...lines.slice(0, resultLinesShown - 1),
    `… ${lines.length - resultLinesShown + 1} more lines`,
  ].join("\n");
}

function indent(text: string): string {
  return text.replace(/^/gm, "  ");
}
