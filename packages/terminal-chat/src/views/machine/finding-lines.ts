import { cleanText, paintFor } from "@skein/terminal";

/** A finding whose fix says what to do in a face's words. */
export interface ShownFinding {
  readonly area: string;
  readonly state: "ok" | "note" | "problem";
  readonly text: string;
  readonly fix?: string | undefined;
}

const marks = { ok: "ok  ", note: "note", problem: "BAD " } as const;
const colours = { ok: "success", note: "warning", problem: "error" } as const;

/** Lines for people; the area is a heading where a new one begins. */
export function findingLines(
  { area, state, text, fix }: ShownFinding,
  before: ShownFinding | undefined,
  stream: NodeJS.WriteStream,
): readonly string[] {
  const paint = paintFor(stream);
  const heading = before?.area === area ? [] : [...(before ? [""] : []), paint("bold", area)];
  const [first = "", ...more] = cleanText(text).split("\n");
  const lines = [first, ...more.map((line) => `      ${line}`)];
  const way = fix === undefined ? [] : cleanText(fix).split("\n");
  return [
    ...heading,
    `${paint(colours[state], marks[state])}  ${lines.join("\n")}`,
    ...way.map((line, at) => `      ${at === 0 ? "→ " : "  "}${line}`),
  ];
}
