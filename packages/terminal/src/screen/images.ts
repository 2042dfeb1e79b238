import {
  calculateImageCellSize,
  encodeITerm2,
  encodeKitty,
  getCellDimensions,
  getImageDimensions,
} from "@earendil-works/pi-tui/dist/terminal-image.js";
import type { TerminalFeatures } from "./terminal-features.ts";

/** A picture as base64. */
export interface Picture {
  /** For example `image/png`. */
  readonly mediaType: string;
  readonly data: string;
}

/** Columns and rows that a picture may take. */
const most = { columns: 60, rows: 16 };
/** Characters of base64 that go through a terminal at once. */
const mostData = 4_000_000;

/** Pixels; `undefined` where the bytes do not tell. */
export function pictureSize({ data, mediaType }: Picture): { width: number; height: number } | undefined {
  const size = getImageDimensions(data, mediaType);
  return size ? { width: size.widthPx, height: size.heightPx } : undefined;
}

/**
 * Lines that show a picture where they are printed; `undefined` where this terminal cannot show this one.
 *
 * @param width - columns there are.
 */
export function pictureLines(
  picture: Picture,
  protocol: TerminalFeatures["images"],
  width: number,
): string[] | undefined {
  const { data, mediaType } = picture;
  const size = pictureSize(picture);
  if (protocol === undefined || !size || data.length > mostData) return undefined;
  // The other formats would have to be decoded first.
  if (protocol === "kitty" && mediaType !== "image/png") return undefined;
  const { columns, rows } = calculateImageCellSize(
    { widthPx: size.width, heightPx: size.height },
    Math.min(most.columns, width),
    most.rows,
    getCellDimensions(),
  );
  const bytes =
    protocol === "kitty"
      ? encodeKitty(data, { columns, rows, moveCursor: false })
      : encodeITerm2(data, { width: columns, height: rows });
  // The rows are there before the picture is drawn over them, so that it does not scroll while it is.
  const up = rows > 1 ? `\x1b[${rows - 1}A` : "";
  return [...Array.from({ length: rows - 1 }, () => ""), `\x1b7${up}${bytes}\x1b8`];
}
