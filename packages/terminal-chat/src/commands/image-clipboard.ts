import type { ClipboardImage } from "@skein/terminal/clipboard";

/** The system's clipboard, and what a chat does with an image of it. */
export interface ImageClipboard {
  readonly read: () => Promise<ClipboardImage | undefined>;
  readonly attach: (image: ClipboardImage) => void;
}
