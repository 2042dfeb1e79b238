import { oneLine } from "@skein/protocol";
import { cleanText } from "../text/clean-text.ts";
import type { TerminalFeatures } from "./terminal-features.ts";

/** How a terminal is made to tell its user something. */
export type NoticeWay = "bell" | "osc9" | "osc777";

const bell = "\x07";
const mostCharacters = 200;

/** The best way of a terminal. Multiplexers pass on a bell; the other two they drop, unless they are told to let them through. */
export function noticeWay({ notice, multiplexer }: TerminalFeatures): NoticeWay {
  return multiplexer === undefined ? (notice ?? "bell") : "bell";
}

/** The bytes that tell it. Nothing of them is drawn. */
export function noticeBytes(
  text: string,
  way: NoticeWay,
  multiplexer: TerminalFeatures["multiplexer"],
): string {
  if (way === "bell") return bell;
  const words = noticeText(text).replaceAll(";", ",");
  const sequence = way === "osc9" ? `\x1b]9;${words}${bell}` : `\x1b]777;notify;Skein;${words}${bell}`;
  if (multiplexer === "tmux") return `\x1bPtmux;${sequence.replaceAll("\x1b", "\x1b\x1b")}\x1b\\`;
  return multiplexer === "screen" ? `\x1bP${sequence}\x1b\\` : sequence;
}

/** The title of the window as it is, to come back to. */
export const keepTitle = "\x1b[22;2t";
export const restoreTitle = "\x1b[23;2t";

export function titleBytes(text: string): string {
  return `\x1b]2;${noticeText(text)}${bell}`;
}

function noticeText(text: string): string {
  return cleanText(oneLine(text)).slice(0, mostCharacters).toWellFormed();
}
