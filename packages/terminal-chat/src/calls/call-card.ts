import type { JsonValue } from "@skein/protocol";
import { columnsOf, displayText, truncate, withEnd, wrap } from "@skein/terminal/width";
import { callTitle, filePath } from "./call-input.ts";
import { resultOf, type ResultLine } from "./call-result.ts";
import type { CardLook } from "./card-look.ts";
import type { EndedCall } from "./ended-call.ts";
import { mediaLines } from "./media-lines.ts";
import { toolTitle } from "./tool-title.ts";

const linesShown = 8;
const titleLines = 3;
/** Of one result, even when it is shown whole. */
const mostLines = 2_000;
/** Columns of a title that has something behind it; with fewer it has the line to itself. */
const leastTitle = 12;
/** In milliseconds; what is faster is not worth a number. */
const leastDuration = 100;

export interface CallCard {
  readonly lines: readonly string[];
  /** The same without clipping; `undefined` when nothing was clipped. */
  readonly whole: readonly string[] | undefined;
}

/** A call that ended: what it was, at the end of its first line what is to be known of it at a glance, and what came of it. */
export function callCard(call: EndedCall, look: CardLook): CallCard {
  const { width, paint } = look;
  const { facts, lines, isFolded = false } = resultOf(call, look);
  const time = call.durationMs < leastDuration ? [] : [`${(call.durationMs / 1000).toFixed(1)} s`];
  const end = [...facts, ...time].join(" · ");
  const room = width - 4 - columnsOf(end);
  const isBeside = end !== "" && room >= leastTitle;
  const title = titleOf(call, isBeside ? room : width - 2, look);
  const style = call.failure === undefined ? "dim" : "error";
  const head = (count: number) =>
    title
      .slice(0, count)
      .map((line, at) =>
        withEnd(`  ${paint("accent", line)}`, at === 0 && isBeside ? paint(style, end) : "", width),
      );
  const below = end === "" || isBeside ? [] : [{ text: end, style } as const];
  const all = bodyLines([...below, ...lines.slice(0, mostLines)], look);
  const media = mediaLines(call.content, call.input === undefined ? undefined : filePath(call.input), look);
  if (isFolded) return { lines: head(titleLines), whole: [...head(title.length), ...all] };
  if (all.length <= linesShown && title.length <= titleLines)
    return { lines: [...head(titleLines), ...all, ...media], whole: undefined };
  const left = all.length - linesShown + 1;
  const shown = all.length <= linesShown ? all : all.slice(0, linesShown - 1);
  const rest = all.length <= linesShown ? "all of the call" : `${left} more lines`;
  const hint = paint("dim", `    … ${rest} · Ctrl+O`);
  const cut = lines.length > mostLines ? [paint("dim", `    … ${lines.length - mostLines} more lines`)] : [];
  return {
    lines: [...head(titleLines), ...shown, hint, ...media],
    whole: [...head(title.length), ...all, ...cut],
  };
}

/** A title of one line, for a call that runs. */
export function shortTitle(tool: string, input: JsonValue, width: number): string {
  const [first = "", ...more] = displayText(toolTitle(tool, callTitle(input))).split("\n");
  return truncate(more.length === 0 ? first : `${first} …`, width);
}

function titleOf({ tool, input }: EndedCall, width: number, { link, fileUrl }: CardLook): string[] {
  const title = displayText(toolTitle(tool, input === undefined ? "" : callTitle(input)));
  const path = input === undefined ? undefined : filePath(input);
  const linked = (line: string) => (link && fileUrl && path !== undefined ? link(line, fileUrl(path)) : line);
  return title.split("\n").flatMap((line) => wrap(linked(line), width));
}

function bodyLines(lines: readonly ResultLine[], { width, paint }: CardLook): string[] {
  return lines.flatMap(({ text, style }) => {
    const painted = (line: string) => (style === undefined ? line : paint(style, line));
    const shown = style === undefined ? text : displayText(text);
    return wrap(shown, width - 4).map((line) => (line === "" ? "" : `    ${painted(line)}`));
  });
}
