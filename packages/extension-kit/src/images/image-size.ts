// Headers of images, read without a library. Only the first bytes matter, so a
// file that claims to be something else is recognized.

/** Facts from the header of an image. */
export interface ImageSize {
  /** Media type by the first bytes. */
  readonly mediaType: string;
  /** Width in pixels, before rotation. */
  readonly width: number;
  /** Height in pixels, before rotation. */
  readonly height: number;
  /** EXIF orientation, 1 to 8. Absent: upright. */
  readonly orientation?: number;
}

/**
 * Reads the header of a PNG, JPEG, GIF or WebP, the formats that every vendor
 * accepts.
 *
 * @param bytes - start of the file; a few kilobytes are enough for all formats
 *   except JPEG with large metadata.
 * @returns undefined for everything else, and for a file that ends before its
 *   size.
 */
export function imageSize(bytes: Buffer): ImageSize | undefined {
  try {
    const size = png(bytes) ?? gif(bytes) ?? webp(bytes) ?? jpeg(bytes);
    return size && size.width > 0 && size.height > 0 ? size : undefined;
  } catch {
    return undefined; // the file ends before its size
  }
}

/**
 * Reads the first chunk.
 *
 * Source: W3C PNG, 5.2 and 11.2.1 (IHDR).
 */
function png(bytes: Buffer): ImageSize | undefined {
  const isPng = startsWith(bytes, "\x89PNG\r\n\x1a\n") && startsWith(bytes, "IHDR", 12);
  if (!isPng) return undefined;
  return { mediaType: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/**
 * Reads the logical screen.
 *
 * Source: GIF89a specification, 18.
 */
function gif(bytes: Buffer): ImageSize | undefined {
  if (!startsWith(bytes, "GIF87a") && !startsWith(bytes, "GIF89a")) return undefined;
  return { mediaType: "image/gif", width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/**
 * Reads the first chunk: lossy, lossless, or extended.
 *
 * Source: RFC 9649, 2.5 to 2.7.
 */
function webp(bytes: Buffer): ImageSize | undefined {
  if (!startsWith(bytes, "RIFF") || !startsWith(bytes, "WEBP", 8)) return undefined;
  const mediaType = "image/webp";
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      return { mediaType, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { mediaType, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { mediaType, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

/**
 * Walks the segments up to the frame header.
 *
 * Source: ITU-T T.81, annex B.
 */
function jpeg(bytes: Buffer): ImageSize | undefined {
  if (!startsWith(bytes, "\xff\xd8")) return undefined;
  let orientation: number | undefined;
  for (let at = 2; bytes.readUInt8(at) === 0xff;) {
    const marker = bytes.readUInt8(at + 1);
    // Bytes that fill the space between segments.
    if (marker === 0xff) {
      at++; // filling
      continue;
    }
    // Markers of frames, except for tables and extensions.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const [width, height] = [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
      return { mediaType: "image/jpeg", width, height, ...(orientation ? { orientation } : {}) };
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker === 0xe1) orientation ??= exifOrientation(bytes.subarray(at + 4, end));
    at = end;
  }
  return undefined;
}

/**
 * Reads the orientation, tag 0x0112 of the first directory. Truncated metadata
 * means no rotation.
 *
 * Source: Exif 2.32, 4.6.
 */
function exifOrientation(segment: Buffer): number | undefined {
  if (!startsWith(segment, "Exif\0\0")) return undefined;
  const tiff = segment.subarray(6);
  // TIFF has two byte orders: `II` and `MM`.
  const isLittle = startsWith(tiff, "II");
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  try {
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    for (let entry = 0; entry < short(directory); entry++) {
      const at = directory + 2 + entry * 12;
      const value = short(at + 8);
      if (short(at) === 0x0112) return value >= 2 && value <= 8 ? value : undefined;
    }
  } catch {
    // Truncated metadata means no rotation.
  }
  return undefined;
}

/** Compares bytes with a text in Latin-1. */
function startsWith(bytes: Buffer, magic: string, at = 0): boolean {
  return bytes.toString("latin1", at, at + magic.length) === magic;
}
