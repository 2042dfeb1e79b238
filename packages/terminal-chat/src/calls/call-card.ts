import { textOf, type JsonValue, type ToolContentPart, type ToolFailure } from "@skein/protocol";
import { columnsOf, displayText, truncate, wrap } from "@skein/terminal/width";
import type { Paint } from "@skein/terminal";
import { callInput, callTitle } from "./call-input.ts";

const linesShown = 8;
const titleLines = 3;
/** Of one result, even when it is shown whole. */
const mostLines = 2_000;

export interface EndedCall {
  readonly tool: string;
  /** Absent when the call's arguments never parsed. */
  readonly input: JsonValue | undefined;
  readonly content: readonly ToolContentPart[];
  readonly failure: ToolFailure["kind"] | undefined;
  readonly durationMs: number;
  /** The change stands above, in the question: it is not drawn again. */
  readonly isChangeShown?: boolean;
}

export interface CallCard {
  readonly lines: readonly string[];
  /** The same without clipping; `undefined` when nothing was clipped. */
  readonly whole: readonly string[] | undefined;
}

/** A call that ended: what it was, how long it took, what came of it. */
export function callCard(call: EndedCall, width: number, paint: Paint): CallCard {
  const mark = call.failure === undefined ? paint("green", "✓") : paint("red", "✗");
  const seconds = call.durationMs < 100 ? "" : paint("dim", ` ${(call.durationMs / 1000).toFixed(1)} s`);
  const title = titleOf(call.tool, call.input, width - 2 - columnsOf(seconds));
  const body = resultLines(call);
  const look = (lines: readonly string[]) =>
    lines
      .slice(0, mostLines)
      .flatMap((line) => wrap(painted(line, call, paint), width - 2))
      .map((line) => (line === "" ? "" : `  ${line}`));
  const head = (count: number) =>
    title.slice(0, count).map((line, at, { length }) => {
      const end = at === length - 1 ? seconds : "";
      return `${at === 0 ? mark : " "} ${paint("cyan", line)}${end}`;
    });
  const all = look(body);
  if (all.length <= linesShown && title.length <= titleLines)
    return { lines: [...head(titleLines), ...all], whole: undefined };
  const left = all.length - linesShown + 1;
  const shown = all.length <= linesShown ? all : all.slice(0, linesShown - 1);
  const rest = all.length <= linesShown ? "all of the call" : `${left} more lines`;
  const hint = paint("dim", `  … ${rest}: Ctrl+O`);
  const cut = body.length > mostLines ? [paint("dim", `  … ${body.length - mostLines} more lines`)] : [];
  return {
    lines: [...head(titleLines), ...shown, hint],
    whole: [...head(title.length), ...all, ...cut],
  };
}

/** The tool and what it is called with. */
function titleOf(tool: string, input: JsonValue | undefined, width: number): string[] {
  const text = input === undefined ? "" : callTitle(input);
  return displayText(`${tool} ${text}`)
    .split("\n")
    .flatMap((line) => wrap(line, width));
}

/** A title of one line, for a call that runs. */
export function shortTitle(tool: string, input: JsonValue, width: number): string {
  const [first = "", ...more] = displayText(`${tool} ${callTitle(input)}`).split("\n");
  return truncate(more.length === 0 ? first : `${first} …`, width);
}

function resultLines({ input, content, failure, isChangeShown = false }: EndedCall): string[] {
  const text = displayText(textOf(content)).trimEnd();
  const media = content.filter(({ type }) => type !== "text").map(({ type }) => `[${type}]`);
  const lines = [...(text === "" ? [] : text.split("\n")), ...media];
  const call = input === undefined ? undefined : callInput(input);
  if (isChangeShown && failure === undefined && (call?.kind === "write" || call?.kind === "edit")) {
    const diffAt = lines.findIndex((line) => line.startsWith("@@ "));
    return (diffAt < 0 ? lines : lines.slice(0, diffAt)).map((line) => line.replace(/:$/, "."));
  }
  if (call?.kind === "write" && failure === undefined) {
    const written = displayText(call.content).replace(/\n$/, "").split("\n");
    return [...lines, ...written.map((line) => `+${line}`)];
  }
  return lines.length === 0 ? ["(no output)"] : lines;
}

function painted(line: string, { input, failure }: EndedCall, paint: Paint): string {
  if (failure !== undefined) return line === "" ? "" : paint("red", line);
  const kind = input === undefined ? "other" : callInput(input).kind;
  return kind === "edit" || kind === "write"
    ? changeLine(line, paint)
    : line === ""
      ? ""
      : paint("dim", line);
}

/** A line of a difference in its colour. */
export function changeLine(line: string, paint: Paint): string {
  if (line.startsWith("+")) return paint("green", line);
  if (line.startsWith("-")) return paint("red", line);
  return line === "" ? "" : paint("dim", line);
}
