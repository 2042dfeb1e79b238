import { randomUUID } from "node:crypto";
import { open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { flushHandle, isMissing } from "@skein/platform/files";
import { ConfigError, messageOf } from "@skein/protocol";
import { ensurePrivateFolder } from "@skein/settings";
import { decodeText, encodeText } from "@skein/platform/text";
import type { FoundNotes } from "../findings.ts";

/** Bytes the model gets of one file: see `readHints`. */
export const maxNotesBytes = 64 * 1024;

const beginOf = (id: string): string => `<!-- imported: ${id} -->`;
const endOf = (id: string): string => `<!-- end of imported: ${id} -->`;

/** Throws `ConfigError` for what is there and is no text. */
export async function readOwnNotes(file: string): Promise<{ readonly file: string; readonly text: string }> {
  try {
    const read = await decodeText(await readFile(file));
    if (read.isGuess) throw new Error(`it is not UTF-8; it could be ${read.encoding}`);
    return { file, text: read.text };
  } catch (cause) {
    if (isMissing(cause)) return { file, text: "" };
    throw new ConfigError("unreadable", `${file} cannot be read: ${messageOf(cause)}.`, {
      cause,
      hint: "Correct it.",
      nextStep: { do: "import-without-notes" },
    });
  }
}

/** A section as it stands in the file. */
export function sectionOf({ id, title, text }: FoundNotes): string {
  return `${beginOf(id)}\n## ${title}\n\n${text.replaceAll("\r\n", "\n").trim()}\n${endOf(id)}`;
}

/** The section with that id in the user's notes; `undefined` if it does not exist. */
export function sectionIn(notes: string, id: string): string | undefined {
  const start = notes.indexOf(beginOf(id));
  const end = start === -1 ? -1 : notes.indexOf(endOf(id), start);
  return end === -1 ? undefined : notes.slice(start, end + endOf(id).length);
}

/** Whether a text could be told from the marks around it. */
export function holdsMarks(text: string): boolean {
  return /<!-- (?:end of )?imported: /.test(text);
}

/** The notes with that section, in the place of an older one or at the end. */
export function withSection(notes: string, section: string, older: string | undefined): string {
  if (older !== undefined) return notes.replace(older, () => section);
  const before = notes.trimEnd();
  return `${before}${before === "" ? "" : "\n\n"}${section}\n`;
}

/** Whole or not at all; a link stays a link, a new file is its owner's alone, a file keeps its encoding. Throws `ConfigError`. */
export async function writeNotes(file: string, text: string): Promise<void> {
  await ensurePrivateFolder(dirname(file));
  const target = await realpath(file).catch(() => file);
  const mode = (await stat(target).catch(() => undefined))?.mode ?? 0o600;
  const beside = join(dirname(target), `.${basename(target)}.${randomUUID()}.skein-new`);
  try {
    await using written = await open(beside, "wx", mode & 0o777);
    await written.writeFile(await bytesFor(target, text));
    await flushHandle(written);
    await rename(beside, target);
  } catch (cause) {
    await rm(beside, { force: true });
    throw new ConfigError("unreadable", `${file} cannot be written: ${messageOf(cause)}.`, {
      cause,
      hint: "Make it writable, or set SKEIN_HOME to a folder that you own.",
    });
  }
}

/** A text in the encoding of the file that it replaces, with its mark. Only encodings that are certain get here: see `readOwnNotes`. */
async function bytesFor(file: string, text: string): Promise<Buffer> {
  const before = await decodeText(await readFile(file).catch(() => Buffer.alloc(0)));
  const encoded = encodeText(text, before.encoding);
  if ("missing" in encoded) throw new Error(`${before.encoding} has no code for ${encoded.missing}`);
  return Buffer.concat([before.mark, encoded.bytes]);
}
