import { clip, visibleName } from "@skein/extension-kit";

/** What a server says of itself and its tools: within bounds, and with every hidden character shown. */
export function foreignText(text: string, maxBytes: number): string {
  const part = clip(text.replaceAll("\r\n", "\n"), { maxBytes, maxLines: 200 }).text;
  return part
    .toWellFormed()
    .split(/([\n\t])/)
    .map((piece) => (piece === "\n" || piece === "\t" ? piece : visibleName(piece)))
    .join("")
    .trim();
}
