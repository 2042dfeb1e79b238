import { clip, escapeInvisible } from "@skein/extension-kit";

/** What a server says of itself and its tools: within bounds, and with every hidden character shown. */
export function foreignText(text: string, maxBytes: number): string {
  return escapeInvisible(clip(text.replaceAll("\r\n", "\n"), { maxBytes, maxLines: 200 }).text).trim();
}
