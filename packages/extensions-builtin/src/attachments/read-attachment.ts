import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { basename } from "node:path";
import { escapeName, ConfigError } from "@skein/protocol";
import { ignoredBy } from "../developer/ignore-files/ignored-by.ts";
import { pathFailure } from "../developer/paths.ts";
import { attachmentOf, mostFileBytes, type Attachment, type AttachmentOptions } from "./attachment-of.ts";

/** Of a file that is larger than what is sent whole. */
const headBytes = 1_048_576;

/**
 * Reads a file that a user's message names. Throws `ConfigError` for one that an ignore file keeps from the model, that
 * cannot be read, or that the model does not take.
 *
 * @param path - absolute.
 */
export async function readAttachment(path: string, options: AttachmentOptions): Promise<Attachment> {
  const shown = escapeName(path);
  const ignored = ignoredBy(path);
  if (ignored) {
    throw new ConfigError(
      "usage",
      `${shown} is kept from models by ${escapeName(ignored.file)}, line ${ignored.line} (${escapeName(ignored.pattern)}).`,
      { hint: "Remove that line, or leave the file out of the message." },
    );
  }
  // Non-blocking, in case it has become a pipe.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    const failure = pathFailure(error, path);
    if (failure.kind !== "failed") throw new ConfigError("unreadable", `${shown} cannot be read.`);
    const { message, hint } = failure;
    throw new ConfigError("unreadable", message, hint?.startsWith("Its folder") ? { hint } : {});
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new ConfigError("unreadable", `${shown} is no file.`);
    const bytes = await beginning(file, stats.size > mostFileBytes ? headBytes : stats.size);
    return await attachmentOf({ name: basename(path), shown, bytes, size: stats.size }, options);
  } finally {
    await file.close();
  }
}

async function beginning(file: FileHandle, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, 0);
  return buffer.subarray(0, bytesRead);
}
