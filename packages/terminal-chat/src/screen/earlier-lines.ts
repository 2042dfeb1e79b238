import type { Item } from "@skein/session-view";
import { displayText, wrap } from "@skein/terminal/width";
import { renderMarkdown } from "@skein/terminal/markdown";
import { callCard } from "../calls/call-card.ts";
import { mediaLines } from "../calls/media-lines.ts";
import type { CardLook } from "../calls/card-look.ts";
import { filePath } from "../calls/call-input.ts";
import { prose } from "./prose.ts";
import { lastItems, userText, type EarlierItem } from "../chat/earlier-items.ts";

/** The last part of a conversation, as blocks; above it, how much is not shown. */
export function earlierBlocks(all: readonly Item[], look: CardLook): string[][] {
  const { items, earlier } = lastItems(all);
  const blocks = items.map((item) => earlierItemLines(item, look)).filter((lines) => lines.length > 0);
  return earlier > 0 ? [[look.paint("dim", `… ${earlier} earlier messages and calls`)], ...blocks] : blocks;
}

/** Their Markdown, to load what is needed to show it. */
export function earlierMarkdown(all: readonly Item[]): string {
  return lastItems(all)
    .items.map((item) => (item.type === "text" ? item.text : ""))
    .join("\n\n");
}

/** Files that its calls are about. */
export function earlierFiles(all: readonly Item[]): readonly string[] {
  return lastItems(all).items.flatMap((item) => {
    const path = item.type === "call" && item.input !== undefined ? filePath(item.input) : undefined;
    return path === undefined ? [] : [path];
  });
}

export function earlierItemLines(item: EarlierItem, look: CardLook): string[] {
  const { width, paint } = look;
  switch (item.type) {
    case "message":
      return [...userLines(userText(item.content), look).lines, ...mediaLines(item.content, undefined, look)];
    case "text":
      return [
        ...prose(renderMarkdown(item.text, { ...look, width: width - 2 }), paint),
        ...(item.state === "whole" ? [] : [paint("dim", "(cut off here)")]),
      ];
    case "call": {
      const { tool = "", input, result, state } = item;
      const open = state === "asking" ? "waits for an answer" : "its result is not known";
      if (!result) return wrap(paint("warning", displayText(`? ${tool}: ${open}`)), width);
      const { content, failure, durationMs } = result;
      return [...callCard({ tool, input, content, failure, durationMs }, look).lines];
    }
    case "notice":
      return wrap(paint("warning", displayText(item.text)), width);
    case "compaction":
      return [paint("dim", "(What came before was summed up.)")];
  }
}

/** A longer message shows its first lines. */
const mostUserLines = 20;
const firstUserLines = 6;

/** A message of the user. `hidden`: all of it, where it is folded. */
export function userLines(
  text: string,
  { width, paint }: Pick<CardLook, "width" | "paint">,
): { readonly lines: string[]; readonly hidden?: readonly string[] } {
  const whole = displayText(text)
    .split("\n")
    .flatMap((line) => wrap(line, width - 2));
  const marked = (line: string) => `${paint("accent", "▌")} ${line}`.trimEnd();
  if (whole.length <= mostUserLines) return { lines: whole.map(marked) };
  const more = paint("dim", `… ${whole.length - firstUserLines} more lines · Ctrl+O`);
  return { lines: [...whole.slice(0, firstUserLines), more].map(marked), hidden: whole.map(marked) };
}
