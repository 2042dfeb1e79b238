import { clip } from "@skein/extension-kit";
import { escapeInvisible } from "@skein/protocol";

/** Text that a server supplies about itself and its tools: clipped, with invisible characters escaped. */
export function foreignText(text: string, maxBytes: number): string {
  return escapeInvisible(clip(text.replaceAll("\r\n", "\n"), { maxBytes, maxLines: 200 }).text).trim();
}
