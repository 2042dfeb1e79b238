import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { basename } from "node:path";
import { escapeName, fitImage } from "@skein/extension-kit";
import { ConfigError, type FilePart, type ImagePart } from "@skein/protocol";
import { ignoredBy } from "../developer/ignore-files/ignored-by.ts";
import { mostEditedBytes } from "../developer/known-files/most-edited-bytes.ts";
import { pathFailure } from "../developer/paths.ts";
import { fileKind } from "../developer/reading/file-kind.ts";
import { textView } from "../developer/reading/text-view.ts";

/** A file as a part of a user's message. */
export interface Attachment {
  /** Its text, or a line about what stands in `part`. */
  readonly text: string;
  readonly part?: ImagePart | FilePart;
}

export interface AttachmentOptions {
  /** UTF-8 bytes of text; what is longer is clipped, which is said. */
  readonly maxTextBytes: number;
}

/** Bytes of a file that is sent as it is. */
const mostFileBytes = 32 * 1024 * 1024;

/**
 * Reads a file that a user's message names: a text file as its text, an image fitted to what models take. Throws
 * `ConfigError` for one that an ignore file keeps from the model, that cannot be read, or that no model takes.
 *
 * @param path - absolute.
 */
export async function readAttachment(path: string, options: AttachmentOptions): Promise<Attachment> {
  const shown = escapeName(path);
  const ignored = ignoredBy(path);
  if (ignored) {
    throw refused(
      `${shown} is kept from models by ${escapeName(ignored.file)}, line ${ignored.line} (${escapeName(ignored.pattern)}).`,
      "Remove that line, or leave the file out of the message.",
    );
  }
  // Non-blocking, in case it has become a pipe.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    const failure = pathFailure(error, path);
    throw refused(failure.kind === "failed" ? failure.message : `${shown} cannot be read.`);
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw refused(`${shown} is no file.`);
    return await content(file, { path, size: stats.size, ...options });
  } finally {
    await file.close();
  }
}

interface OpenFile extends AttachmentOptions {
  readonly path: string;
  readonly size: number;
}

async function content(file: FileHandle, { path, size, maxTextBytes }: OpenFile): Promise<Attachment> {
  const shown = escapeName(path);
  const start = Buffer.alloc(Math.max(8192, maxTextBytes + 4));
  const { bytesRead } = await file.read(start, 0, start.length, 0);
  const head = start.subarray(0, bytesRead);
  const kind = fileKind(path, head);
  if (kind.kind === "image") {
    if (size > mostFileBytes) throw refused(`${shown} is larger than 32 MiB.`, "Attach a smaller version.");
    const part = await fitImage({ data: (await wholeOf(file, size)).toString("base64") });
    if (part) return { text: "The image is below.", part };
    throw refused(`${shown} is damaged, or too large an image to scale down.`, "Attach a smaller version.");
  }
  const view = size <= mostEditedBytes ? textView(path, await wholeOf(file, size)) : undefined;
  const isText = kind.kind === "text" || (!kind.isKnown && view?.note.startsWith("utf-16") === true);
  if (!isText) {
    throw refused(
      `${shown} is neither text, an image nor a PDF: ${kind.mediaType}.`,
      "Ask for it in words, so that the model reads it with its tools.",
    );
  }
  const bytes = view?.bytes ?? head;
  return {
    text: boundedText(bytes, { name: basename(path), size: view ? bytes.length : size, maxTextBytes }),
  };
}

interface Bounds extends AttachmentOptions {
  readonly name: string;
  /** Of the whole text. */
  readonly size: number;
}

/** Whole lines, as far as they fit. */
function boundedText(bytes: Buffer, { name, size, maxTextBytes }: Bounds): string {
  const part = bytes.subarray(0, maxTextBytes);
  // Drops what is left of a character at the cut.
  const text = new TextDecoder().decode(part, { stream: size > part.length });
  if (size <= part.length) return text;
  const lines = text.split("\n").slice(0, -1);
  const shown = lines.length === 0 ? text : lines.join("\n");
  const from = (lines.length + 1).toLocaleString("en");
  return `${shown}\n[${escapeName(name)} has ${size.toLocaleString("en")} bytes. Read it from line ${from} for the rest.]`;
}

async function wholeOf(file: FileHandle, size: number): Promise<Buffer> {
  const whole = Buffer.alloc(size);
  const { bytesRead } = await file.read(whole, 0, size, 0);
  return whole.subarray(0, bytesRead);
}

function refused(message: string, hint?: string): ConfigError {
  return new ConfigError("usage", message, hint === undefined ? {} : { hint });
}
