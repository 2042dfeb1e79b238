import type { MarkdownLook } from "@skein/terminal/markdown";
import type { Picture } from "@skein/terminal/screen";

/** How calls are drawn. */
export interface CardLook extends MarkdownLook {
  /** The address of a file that a call names. Absent: files are no links. */
  readonly fileUrl?: (path: string) => string;
  readonly pictures?: PictureLook;
}

export interface PictureLook {
  /** Lines that show it, within so many columns; `undefined` where the terminal cannot. */
  lines(picture: Picture, width: number): readonly string[] | undefined;
  /** Pixels. */
  size(picture: Picture): { readonly width: number; readonly height: number } | undefined;
  /** A command for a shell. @param path - of its file, where there is one. */
  howToOpen(path: string | undefined): string;
}
