/** A part of a template's text. Joined in order, the parts are the text. */
export type Segment = TextSegment | CodeSegment<"output"> | CodeSegment<"tag">;

interface TextSegment {
  /**
   * - `still`: a comment, or a `raw` block from its beginning to its end.
   * - `braces`: around something that is no expression, as in `{{ your name here }}`; text.
   */
  readonly kind: "text" | "still" | "braces";
  readonly text: string;
  readonly offset: number;
}

export interface CodeSegment<Kind extends "output" | "tag" = "output" | "tag"> {
  readonly kind: Kind;
  /** `{{` or `{%`, with the sign that goes with it. */
  readonly open: string;
  readonly body: string;
  /** Empty where the text ends too early. */
  readonly close: string;
  readonly offset: number;
}

/**
 * Cuts a template into its parts. What is opened and never closed is an output or a tag up to the end: the engine
 * complains about it.
 *
 * @param parses - whether the engine takes a text for an expression.
 */
export function segmentsOf(text: string, parses: (expression: string) => boolean): readonly Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  const opening = /\{[{%#]/g;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const segment = segmentAt(text, match.index, parses);
    if (match.index > from)
      segments.push({ kind: "text", text: text.slice(from, match.index), offset: from });
    segments.push(segment);
    from = match.index + sourceOf(segment).length;
    opening.lastIndex = from;
  }
  if (from < text.length) segments.push({ kind: "text", text: text.slice(from), offset: from });
  return segments;
}

export function sourceOf(segment: Segment): string {
  return "text" in segment ? segment.text : segment.open + segment.body + segment.close;
}

function segmentAt(text: string, offset: number, parses: (expression: string) => boolean): Segment {
  const second = text[offset + 1];
  if (second === "#") {
    const end = text.indexOf("#}", offset + 2);
    return { kind: "still", text: text.slice(offset, end < 0 ? undefined : end + 2), offset };
  }
  if (second === "%") return rawAt(text, offset) ?? code(text, offset, "tag");
  const output = code(text, offset, "output");
  if (parses(output.body) && output.close !== "") return output;
  return bracesAt(text, offset, parses) ?? output;
}

function rawAt(text: string, offset: number): Segment | undefined {
  const begin = /\{%[-+]?\s*raw\s*[-+]?%\}/y;
  begin.lastIndex = offset;
  if (!begin.test(text)) return undefined;
  const end = /\{%[-+]?\s*endraw\s*[-+]?%\}/g;
  end.lastIndex = begin.lastIndex;
  return { kind: "still", text: text.slice(offset, end.test(text) ? end.lastIndex : undefined), offset };
}

/** Up to the first closing braces of the same line, as people write placeholders that are none. */
function bracesAt(
  text: string,
  offset: number,
  parses: (expression: string) => boolean,
): Segment | undefined {
  const simple = /\{\{(.*?)\}\}/y;
  simple.lastIndex = offset;
  const [whole, body] = simple.exec(text) ?? [];
  if (whole === undefined || body === undefined || /^\s*['"]/.test(body)) return undefined;
  return parses(body)
    ? { kind: "output", open: "{{", body, close: "}}", offset }
    : { kind: "braces", text: whole, offset };
}

/** Strings and brackets are looked through for the end. */
function code<Kind extends "output" | "tag">(text: string, offset: number, kind: Kind): CodeSegment<Kind> {
  const open = /\{[{%][-+]?/y;
  open.lastIndex = offset;
  const [opened = ""] = open.exec(text) ?? [];
  const start = offset + opened.length;
  const close = kind === "output" ? /[-+]?\}\}/y : /[-+]?%\}/y;
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    const character = text[index] ?? "";
    close.lastIndex = index;
    const [closed] = depth === 0 ? (close.exec(text) ?? []) : [];
    if (closed !== undefined)
      return { kind, open: opened, body: text.slice(start, index), close: closed, offset };
    if (character === '"' || character === "'") index = endOfString(text, index);
    else if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth = Math.max(0, depth - 1);
  }
  return { kind, open: opened, body: text.slice(start), close: "", offset };
}

/** The index of the closing quote, or the last index of the text. */
function endOfString(text: string, start: number): number {
  const quote = text[start];
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === "\\") index++;
    else if (text[index] === quote) return index;
  }
  return text.length - 1;
}
