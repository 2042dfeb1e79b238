import { textOf, type AgentEvent, type JsonValue, type RunResult } from "@skein/protocol";
import { cleanText } from "../terminal/clean-text.ts";
import { paintFor } from "../terminal/style.ts";
import { sayError } from "./say-error.ts";
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
    init: ({ provider, model, mode }) => note(paint("dim", `${provider} ${model} · ${mode}`)),
    event(event) {
      if (event.type === "text-delta") {
        if (live) stream(cleanText(event.delta));
      } else if (event.type === "reply-restarted" && live) {
        aside(paint("yellow", `The reply broke off (${cleanText(event.reason)}). It is made again:`));
      } else {
        const line = describeEvent(event);
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
      if (result.turns > 0) note(paint("dim", summaryOf(result)));
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

function describeEvent(event: AgentEvent): Line | undefined {
  switch (event.type) {
    case "tool-start":
      return { style: "cyan", text: `● ${event.tool} ${describeInput(event.input)}` };
    case "tool-end":
      return {
        style: event.failure ? "red" : "dim",
        text: indent(clipLines(textOf(event.content)) || "(no output)"),
      };
    case "retry-wait":
      return {
        style: "yellow",
        text: `Waiting ${(event.ms / 1000).toFixed(1)} s, then again: ${event.reason}`,
      };
    case "reply-restarted":
      return { style: "yellow", text: `The reply broke off and is made again: ${event.reason}` };
    case "model-switched":
      return { style: "yellow", text: `Now ${event.provider} ${event.model}: ${event.reason}` };
    case "notice":
      return { style: "yellow", text: event.text };
    case "extension-status":
      return event.status.state === "failed"
        ? { style: "yellow", text: `${event.extension} could not start: ${event.status.message}` }
        : undefined;
    default:
      return undefined;
  }
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

function summaryOf({ outcome, turns, toolCalls, usage, costUsd, durationMs, session }: RunResult): string {
  const { input, output } = usage;
  const tokens = input === undefined || output === undefined ? "tokens unknown" : `${input + output} tokens`;
  const cost = costUsd === undefined ? "cost unknown" : `$${costUsd.toFixed(4)}`;
  const seconds = `${(durationMs / 1000).toFixed(1)} s`;
  return [
    outcome,
    `${turns} turns`,
    `${toolCalls} tool calls`,
    tokens,
    cost,
    seconds,
    `session ${session}`,
  ].join(" · ");
}
