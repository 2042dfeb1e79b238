export interface TextPart {
  /** From 1. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A text in parts of about equal size, cut at the ends of lines; a longer line is cut within. */
export function textParts(text: string, maxCharacters: number): readonly TextPart[] {
  const least = Math.ceil(text.length / maxCharacters);
  const size = Math.ceil(text.length / Math.max(1, least));
  const parts: TextPart[] = [];
  let line = 1;
  for (let at = 0; at < text.length;) {
    const most = Math.min(at + maxCharacters, text.length);
    const wanted = Math.min(at + size, text.length);
    const next = text.indexOf("\n", wanted - 1);
    const last = text.lastIndexOf("\n", most - 1);
    const end =
      wanted === text.length ? wanted : next >= 0 && next < most ? next + 1 : last > at ? last + 1 : most;
    const part = text.slice(at, end);
    const breaks = part.split("\n").length - 1;
    parts.push({ from: line, to: line + breaks - (part.endsWith("\n") ? 1 : 0), text: part });
    line += breaks;
    at = end;
  }
  return parts;
}
