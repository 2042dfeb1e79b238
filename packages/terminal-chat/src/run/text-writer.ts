import { extractText, type AgentEvent, type RunResult } from "@skein/protocol";
import { cleanText, paintFor } from "@skein/terminal";
import {
  callWords,
  createSwitchNews,
  describeEvent,
  modelWords,
  runSummary,
  subagentLine,
  watchSubagents,
} from "@skein/session-view/text";
import { changesText } from "../views/sessions/diff-lines.ts";
import type { WithNextStep } from "../wording.ts";
import { writeError } from "./write-error.ts";
import type { OutputWriter } from "./writer.ts";

const resultLinesShown = 12;

export interface TextWriterOptions {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly quiet: boolean;
  /** Whether replies are shown as they stream in. Default: when standard output is a terminal. */
  readonly live?: boolean;
  readonly withNextStep: WithNextStep;
  /** Words for what is not the answer. Default: as it is. */
  readonly words?: (text: string) => string;
  /** Before each answer that streams in. */
  readonly answerHead?: string | undefined;
  /** What can be done with the files that a run has changed. Without it they are not told. */
  readonly changesHint?: string;
}

/**
 * The answer on standard output, everything else on standard error. A terminal sees replies as they stream in; a pipe
 * or file gets the answer alone, once it is whole.
 */
export function textWriter(options: TextWriterOptions): OutputWriter {
  const { stdout, stderr, quiet, live = stdout.isTTY, withNextStep, changesHint } = options;
  const { words = (text) => text, answerHead = "" } = options;
  const paint = paintFor(stderr);
  const isNews = createSwitchNews();
  const subagents = watchSubagents();
  let atLineStart = true;
  let isStreaming = false;
  let isAnswering = false;
  /** Lines of subagents that wait for the end of a line of the answer. */
  let held: readonly string[] = [];

  const flush = () => {
    if (held.length > 0) endLine();
    for (const line of held) stderr.write(`${words(line)}\n`);
    held = [];
  };
  const endLine = () => {
    if (live && !atLineStart) stdout.write("\n");
    atLineStart = true;
  };
  const aside = (text: string) => {
    endLine();
    flush();
    isAnswering = false;
    stderr.write(`${words(text)}\n`);
  };
  const note = (text: string) => {
    if (!quiet) aside(text);
  };
  const stream = (text: string) => {
    if (!isAnswering && text.trim() !== "") {
      stdout.write(answerHead);
      isAnswering = true;
    }
    stdout.write(text);
    if (text !== "") atLineStart = text.endsWith("\n");
    isStreaming = !atLineStart;
    if (atLineStart) flush();
  };

  return {
    wantsFacts: false,
    wantsChanges: changesHint !== undefined && !quiet,
    init: ({ mode, readOnly, restricted, ...who }) => {
      const rights = [mode, ...(readOnly ? ["read-only"] : []), ...(restricted ? ["restricted"] : [])];
      note(paint("dim", `${modelWords(who)} · ${rights.join(", ")}`));
    },
    event(event) {
      if (!isNews(event)) return;
      const child = subagents.take(event, Date.now());
      if (child) {
        const line = quiet ? undefined : subagentLine(child, event);
        if (line === undefined) return;
        held = [...held, paint(line.style, cleanText(line.text))];
        if (!isStreaming) flush();
      } else if (event.type === "turn-end") {
        isStreaming = false;
        isAnswering = false;
        flush();
      } else if (event.type === "text-delta") {
        if (live) stream(cleanText(event.delta));
      } else if (event.type === "reply-restarted" && live) {
        aside(paint("warning", `The reply broke off (${cleanText(event.reason)}). It is made again:`));
      } else {
        const line = lineOf(event);
        const isWarning = event.type === "notice" && event.level !== "info";
        if (line !== undefined) (isWarning ? aside : note)(paint(line.style, cleanText(line.text)));
      }
    },
    result(result, _exitCode, _facts, changes) {
      const hasPlan = result.error?.code === "plan";
      if (live) {
        endLine();
        if (hasPlan) stdout.write(answerOf(result));
        if (result.output !== undefined) stdout.write(`${JSON.stringify(result.output)}\n`);
      } else if (result.outcome === "done" || hasPlan) {
        stdout.write(answerOf(result));
      }
      isStreaming = false;
      flush();
      subagents.clear();
      if (result.error) writeError(withNextStep(result.error), stderr);
      if (result.turns > 0) note(paint("dim", `${runSummary(result)} · session ${result.session}`));
      if (changes) note(paint("dim", `${changesText(changes)} · ${changesHint}`));
    },
  };
}

function answerOf({ output, text }: RunResult): string {
  if (output !== undefined) return `${JSON.stringify(output)}\n`;
  const clean = cleanText(text);
  return clean.endsWith("\n") ? clean : `${clean}\n`;
}

interface Line {
  readonly style: "dim" | "accent" | "error" | "warning";
  readonly text: string;
}

function lineOf(event: AgentEvent): Line | undefined {
  if (event.type === "tool-start") {
    return { style: "accent", text: `● ${event.tool} ${callWords(event.input)}` };
  }
  if (event.type === "tool-end") {
    return {
      style: event.failure ? "error" : "dim",
      text: indent(clipLines(extractText(event.content)) || "(no output)"),
    };
  }
  const text = describeEvent(event);
  return text === undefined ? undefined : { style: "warning", text };
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
