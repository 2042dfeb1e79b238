import type { ImagePart } from "@skein/protocol";
import { imageSize } from "./image-size.ts";
import { shrinkImage } from "./shrink-image.ts";

/** What is made of an image before a model sees it. */
const imageLimits = {
  /** Pixels of the long edge: vendors scale what is larger down to about that, and charge for it. */
  edge: 1568,
  /** 5 MB as base64, the least that a vendor takes. */
  bytes: 3_750_000,
  /** Larger ones are not looked into. */
  sourceBytes: 33_554_432,
  /** Larger ones would take too much memory to be decoded. */
  sourcePixels: 50_000_000,
} as const;

/**
 * An image as every vendor takes it: as it is when it is small enough, otherwise scaled down. The media type is what
 * the bytes say, whatever was claimed.
 *
 * @returns `undefined` when it is no PNG, JPEG, GIF or WebP, is damaged, or is too large to be scaled.
 */
export async function fitImage({ data }: Pick<ImagePart, "data">): Promise<ImagePart | undefined> {
  if (data.length > (imageLimits.sourceBytes * 4) / 3 + 4) return undefined;
  const bytes = Buffer.from(data, "base64");
  const size = imageSize(bytes);
  if (!size) return undefined;
  const { width, height } = size;
  if (Math.max(width, height) <= imageLimits.edge && bytes.length <= imageLimits.bytes) {
    return { type: "image", mediaType: size.mediaType, data };
  }
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

/** The line that stands for an image that `fitImage` has no answer for. */
export function imageLeftOut({ mediaType, data }: Omit<ImagePart, "type">): string {
  const bytes = Math.floor((data.length * 3) / 4).toLocaleString("en");
  const type = /^[\w.+/-]{1,60}$/.test(mediaType) ? mediaType : "unknown type";
  const most = `${imageLimits.sourceBytes / 1024 ** 2} MiB and ${imageLimits.sourcePixels / 1e6} megapixels`;
  return `[An image is left out: ${type}, ${bytes} bytes. Shown are PNG, JPEG, GIF and WebP that are whole, up to ${most}.]`;
}
