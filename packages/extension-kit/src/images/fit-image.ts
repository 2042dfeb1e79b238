// Images for models. Vendors reject images above their limits, and with them
// the whole request. Scaling needs an optional library; without it, a large
// image is left out.

import { groupedNumber } from "@skein/protocol";
import type { ImagePart } from "@skein/protocol";
import { imageSize } from "./image-size.ts";
import { shrinkImage } from "./shrink-image.ts";

/** Limits for images that are sent to models. */
const imageLimits = {
  /**
   * Pixels of the long edge. Vendors scale larger images down to about this,
   * and charge for them.
   */
  edge: 1568,
  /** Bytes of the file: 5 MB as base64, the lowest limit of all vendors. */
  bytes: 3_750_000,
  /** Bytes of a file that is decoded. Larger files are not. */
  sourceBytes: 33_554_432,
  /**
   * Pixels of an image that is decoded. Larger ones would need too much memory.
   */
  sourcePixels: 50_000_000,
} as const;

/**
 * Fits an image to the limits of all vendors: unchanged if small enough,
 * otherwise scaled down. The media type is read from the bytes, whatever was
 * claimed.
 *
 * @param image - image whose `data` is base64.
 * @returns undefined if the image is not a PNG, JPEG, GIF or WebP, is damaged,
 *   or is too large to scale.
 *
 * @example
 * ```ts
 * const small = await fitImage({ data: "iVBORw0KGgo=" }); // undefined: the image is damaged
 * ```
 */
export async function fitImage({ data }: Pick<ImagePart, "data">): Promise<ImagePart | undefined> {
  // Base64 is a third longer than its bytes.
  if (data.length > (imageLimits.sourceBytes * 4) / 3 + 4) return undefined;
  const bytes = Buffer.from(data, "base64");
  const size = imageSize(bytes);
  if (!size) return undefined;
  const { width, height } = size;
  if (Math.max(width, height) <= imageLimits.edge && bytes.length <= imageLimits.bytes) {
    return { type: "image", mediaType: size.mediaType, data };
  }
  // A small file can contain a huge image.
  if (width * height > imageLimits.sourcePixels) return undefined;
  const scale = Math.min(1, imageLimits.edge / Math.max(width, height));
  const edgeOf = (edge: number) => Math.max(1, Math.round(edge * scale));
  const shrunk = await shrinkImage(bytes, {
    width: edgeOf(width),
    height: edgeOf(height),
    orientation: size.orientation ?? 1,
    isPhoto: size.mediaType === "image/jpeg",
    maxBytes: imageLimits.bytes,
  });
  if (!shrunk) return undefined;
  return { type: "image", mediaType: shrunk.mediaType, data: Buffer.from(shrunk.bytes).toString("base64") };
}

/**
 * Writes the line that replaces an image that `fitImage` cannot handle.
 *
 * The line names the media type only if it looks like one: it comes from a
 * server.
 */
export function imageLeftOut({ mediaType, data }: Omit<ImagePart, "type">): string {
  const bytes = groupedNumber(Math.floor((data.length * 3) / 4));
  const type = /^[\w.+/-]{1,60}$/.test(mediaType) ? mediaType : "unknown type";
  const most = `${imageLimits.sourceBytes / 1024 ** 2} MiB and ${imageLimits.sourcePixels / 1e6} megapixels`;
  return `[An image was left out: ${type}, ${bytes} bytes. Supported are intact PNG, JPEG, GIF and WebP images of up to ${most}.]`;
}
