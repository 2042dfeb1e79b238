import { clip, clippedNote } from "../clip.ts";
import type { TimeFormat } from "../figures.ts";
import { markup, type Markup } from "./markup.ts";
import type { RenderMarkdown } from "./rendered-markdown.ts";

/** What the parts of a page need to draw themselves. */
export interface ReportFormat {
  /** Characters of a tool's input or result. */
  readonly most: number;
  readonly format: TimeFormat;
  readonly timeZone: string;
  readonly markdown: RenderMarkdown;
}

export function timeOf(at: number, { format }: ReportFormat): Markup {
  return markup`<time datetime="${isoOf(at)}">${format(at).time}</time>`;
}

export function dayAndTimeOf(at: number, { format, timeZone }: ReportFormat): Markup {
  const { day, time } = format(at);
  return markup`<time datetime="${isoOf(at)}">${day}, ${time} ${timeZone}</time>`;
}

/** A journal from elsewhere may contain an invalid time. */
function isoOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString();
}

export function codeBlock(text: string, { most }: ReportFormat): Markup {
  const { start, end, left } = clip(text, most);
  const rest = left === 0 ? undefined : markup`\n<span class="left-out">${clippedNote(left)}</span>\n${end}`;
  return markup`<pre tabindex="0"><code>${start}${rest}</code></pre>`;
}
