// Scaling in a thread. The library is WebAssembly, which aborts its thread on
// damaged images and keeps its memory until the thread ends.

import { runInWorker } from "../run-in-worker.ts";

/** Options of `shrinkImage`. */
export interface ShrinkOptions {
  /** Width of the result in pixels, before rotation. */
  readonly width: number;
  /** Height of the result in pixels, before rotation. */
  readonly height: number;
  /**
   * EXIF orientation; 1 is upright. The output has no EXIF data, so the pixels
   * are rotated.
   */
  readonly orientation: number;
  /**
   * Whether to encode as JPEG at once. Others become PNG, if that is small
   * enough.
   */
  readonly isPhoto: boolean;
  /** Largest result in bytes. */
  readonly maxBytes: number;
}

/** Scaled image. */
export interface ShrunkImage {
  /** Media type of the bytes. */
  readonly mediaType: string;
  /** Encoded image. */
  readonly bytes: Uint8Array;
}

/** Milliseconds for one image: ten times what the largest takes. */
const longestMs = 60_000;

/**
 * Program of the thread. The decoder ends its thread on damaged bytes, so it
 * must not run in the process itself.
 */
const program = `
const { parentPort, workerData } = require("node:worker_threads");
// Maps a position in the upright image to one in the stored image.
const places = {
  2: (x, y, w, h) => [w - 1 - x, y],
  3: (x, y, w, h) => [w - 1 - x, h - 1 - y],
  4: (x, y, w, h) => [x, h - 1 - y],
  5: (x, y, w, h) => [y, x],
  6: (x, y, w, h) => [y, h - 1 - x],
  7: (x, y, w, h) => [w - 1 - y, h - 1 - x],
  8: (x, y, w, h) => [w - 1 - y, x],
};
const turned = (image, orientation, PhotonImage) => {
  const placeOf = places[orientation];
  if (!placeOf) return image;
  const [w, h] = [image.get_width(), image.get_height()];
  const [width, height] = orientation > 4 ? [h, w] : [w, h];
  const from = new Uint32Array(Uint8Array.from(image.get_raw_pixels()).buffer);
  const to = new Uint32Array(from.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [fromX, fromY] = placeOf(x, y, w, h);
      to[y * width + x] = from[fromY * w + fromX];
    }
  }
  return new PhotonImage(new Uint8Array(to.buffer), width, height);
};
import(workerData.module).then(({ PhotonImage, SamplingFilter, resize }) => {
  const { width, height, orientation, isPhoto, maxBytes } = workerData;
  const image = PhotonImage.new_from_byteslice(workerData.bytes);
  const scaled = resize(image, width, height, SamplingFilter.Triangle);
  const small = turned(scaled, orientation, PhotonImage);
  const png = isPhoto ? undefined : small.get_bytes();
  const isSmall = png !== undefined && png.length <= maxBytes / 2;
  const jpeg = isSmall ? undefined : small.get_bytes_jpeg(85);
  parentPort.postMessage(
    jpeg === undefined || (png !== undefined && png.length <= jpeg.length)
      ? { mediaType: "image/png", bytes: png }
      : { mediaType: "image/jpeg", bytes: jpeg },
  );
});
`;

/** The image before this one: images are scaled one at a time. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Scales an image in a thread of its own, one image at a time.
 *
 * @param bytes - encoded image.
 * @param options - size and limits of the result.
 * @returns undefined if it cannot be decoded, or if the library is not
 *   installed.
 */
export function shrinkImage(bytes: Buffer, options: ShrinkOptions): Promise<ShrunkImage | undefined> {
  // A failure of the image before must not affect this one.
  const shrunk = last.then(() => shrink(bytes, options)).catch(() => undefined);
  last = shrunk;
  return shrunk;
}

/** Scales one image. A result that is still too large is dropped. */
async function shrink(bytes: Buffer, options: ShrinkOptions): Promise<ShrunkImage | undefined> {
  const module = import.meta.resolve("@cf-wasm/photon");
  const shrunk = await runInWorker<ShrunkImage>(program, { module, bytes, ...options }, { longestMs });
  return shrunk && shrunk.bytes.length <= options.maxBytes ? shrunk : undefined;
}
