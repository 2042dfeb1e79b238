import { itemsOf, type Item, type SessionView } from "@skein/session-view";
import { isKey, type Picker } from "@skein/terminal/screen";
import { displayText, truncate, withEnd } from "@skein/terminal/width";
import { renderMarkdown } from "@skein/terminal/markdown";
import { shortTitle } from "../calls/call-card.ts";
import type { CardLook } from "../calls/card-look.ts";
import { lastItems, type EarlierItem } from "../chat/earlier-items.ts";
import type { Watched, WatchEnd } from "../chat/chat-view.ts";
import type { Spinner } from "../chat/spinner.ts";
import { earlierItemLines } from "./earlier-lines.ts";
import { prose } from "./prose.ts";
import { thoughtLines } from "./thought-lines.ts";

export interface WatchPageOptions {
  readonly look: () => CardLook;
  readonly spinner: Spinner;
  readonly onEnd: (end: WatchEnd) => void;
}

/** Of a running call, the last. */
const outputLines = 4;
/** Beside the conversation: its title, the keys, and what stands below. */
const otherRows = 6;

/** A conversation in the place of the prompt, as it goes on. It shows the end, unless the user has gone up. */
export function createWatchPage(watched: Watched, { look, spinner, onEnd }: WatchPageOptions): Picker {
  /** Lines below what is shown. */
  let below = 0;
  let page = 1;
  /** Of items that do not change any more, for one width. */
  const drawn = new WeakMap<Item, { readonly width: number; readonly lines: readonly string[] }>();

  function linesOf(item: EarlierItem, view: SessionView): readonly string[] {
    const known = drawn.get(item);
    const now = look();
    if (known?.width === now.width) return known.lines;
    const isLive = "state" in item && (item.state === "streaming" || item.state === "running");
    if (isLive) return liveLines(item, view, now);
    const lines = earlierItemLines(item, now);
    drawn.set(item, { width: now.width, lines });
    return lines;
  }

  function liveLines(item: EarlierItem, { conversation }: SessionView, now: CardLook): readonly string[] {
    const { width, paint } = now;
    if (item.type === "text") return prose(renderMarkdown(item.text, { ...now, width: width - 2 }), paint);
    if (item.type !== "call") return [];
    const { tool = "", runInput = null, callId = "" } = item;
    const output = displayText((conversation.output[callId] ?? "").slice(-4_000)).trimEnd();
    return [
      `${paint("accent", spinner(Date.now()))} ${paint("accent", shortTitle(tool, runInput, width - 4))}`,
      ...(output === "" ? [] : output.split("\n").slice(-outputLines)).map((line) =>
        paint("dim", truncate(`    ${line}`, width)),
      ),
    ];
  }

  function conversationLines(): readonly string[] {
    const view = watched.view();
    const all = itemsOf(view);
    const { items, earlier } = lastItems(all);
    const now = look();
    const last = all.at(-1);
    const thought =
      last?.type === "thinking" && last.state === "streaming"
        ? thoughtLines(last.text, { paint: now.paint, width: () => now.width })
        : [];
    const blocks = [
      ...(earlier > 0 ? [[now.paint("dim", `… ${earlier} earlier messages and calls`)]] : []),
      ...items.map((item) => linesOf(item, view)),
      thought.slice(-outputLines),
    ].filter((lines) => lines.length > 0);
    return blocks.flatMap((lines, at) => (at === 0 ? lines : ["", ...lines]));
  }

  return {
    render(width, rows) {
      const { paint } = look();
      const lines = conversationLines();
      page = Math.max(1, Math.min(rows - otherRows, lines.length));
      below = Math.max(0, Math.min(below, lines.length - page));
      const end = lines.length - below;
      const isAtWork = watched.isAtWork();
      const state = below > 0 ? `${below} lines below` : isAtWork ? "" : "ended";
      const keys = ["↑↓", "Esc back", ...(isAtWork ? ["s stops it"] : [])].join(" · ");
      const title = displayText(watched.title()).replaceAll("\n", " ");
      return [
        withEnd(paint("bold", truncate(title, width - state.length - 1)), paint("dim", state), width),
        "",
        ...lines.slice(end - page, end),
        "",
        paint("dim", truncate(`  ${keys}`, width)),
      ];
    },
    key(data) {
      if (isKey(data, "escape") || isKey(data, "ctrl+c")) return onEnd("back");
      if (data === "s" && watched.isAtWork()) return onEnd("stop");
      if (isKey(data, "up")) below += 1;
      if (isKey(data, "down")) below -= 1;
      if (isKey(data, "pageUp")) below += page;
      if (isKey(data, "pageDown")) below -= page;
    },
  };
}
