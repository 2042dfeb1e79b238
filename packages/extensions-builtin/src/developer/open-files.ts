import { isUtf8 } from "node:buffer";
import { replaceFile } from "./replace-file.ts";

/** An editor that may have files open whose changes are not saved yet. Neither method rejects. */
export interface OpenFiles {
  /** A file's text as the editor has it; `undefined`: as on the disk. @param path - absolute. */
  read(path: string): Promise<string | undefined>;
  /** Has the editor write a file; `false`: it did not. @param path - absolute. */
  write(path: string, text: string): Promise<boolean>;
}

const mark = "\uFEFF";

/** What a file holds now: what the editor has of it, otherwise what is on the disk. Only UTF-8 is asked for. */
export async function currentContent(
  openFiles: OpenFiles | undefined,
  path: string,
  saved: Buffer,
): Promise<Buffer> {
  if (!openFiles || !isUtf8(saved)) return saved;
  const text = await openFiles.read(path);
  if (text === undefined) return saved;
  // Editors may hold other line ends than they save, and no byte order mark.
  const onDisk = saved.toString("utf8");
  const whole = onDisk.startsWith(mark) && !text.startsWith(mark) ? mark + text : text;
  return withLineFeeds(whole) === withLineFeeds(onDisk) ? saved : Buffer.from(whole);
}

/** Replaces a file's content, through the editor where it takes it. Throws the system's error. */
export async function writeContent(
  openFiles: OpenFiles | undefined,
  path: string,
  content: Buffer,
): Promise<void> {
  if (openFiles && isUtf8(content) && (await openFiles.write(path, content.toString("utf8")))) return;
  await replaceFile(path, content);
}

const withLineFeeds = (text: string): string => text.replaceAll("\r\n", "\n");
