import type { ClipboardImage } from "@skein/terminal/clipboard";
import { loadTerminalClipboard } from "../later.ts";

/** The system's clipboard, and what a chat does with an image of it. */
export interface ImageClipboard {
  readonly read: () => Promise<ClipboardImage | undefined>;
  readonly attach: (image: ClipboardImage) => void;
}

/** Returns what reads the image in the system's clipboard. @param env - says which desktop it is. */
export function imageReader(env: Readonly<Record<string, string | undefined>>): ImageClipboard["read"] {
  return async () => {
    const { readClipboardImage } = await loadTerminalClipboard();
    return readClipboardImage(env, process.platform);
  };
}
