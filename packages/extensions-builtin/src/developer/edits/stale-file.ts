import { escapeName, groupedNumber, type ToolFailure } from "@skein/protocol";
import { decodeText, type Encoding } from "@skein/platform/text";
import { changedLines } from "./changed-lines.ts";
import { editDiff } from "./edit-diff.ts";
import { shownLine } from "./shown-line.ts";

/** Lines at the beginning of a file that stand for it where what has changed cannot be shown. */
const shownLines = 40;
const shownCharacters = 4_000;

/** What is shown of a file that the model does not know as it is, so that it may make the same call again. */
export interface StaleFile {
  readonly path: string;
  readonly now: Buffer;
  /** What the model last saw; `undefined` when that is gone. */
  readonly before?: Buffer | undefined;
  /** Named for the file. Default: as detected. */
  readonly encoding?: Encoding | undefined;
}

/** @returns the failure for a file that has changed since the model saw it; it shows what has changed. */
export async function changedSince({ path, now, before, encoding }: StaleFile): Promise<ToolFailure> {
  const { text } = await decodeText(now, encoding);
  const message = `${escapeName(path)} has changed since you read it; nothing was written.`;
  if (!before) return { kind: "failed", message, hint: `${await start(now, encoding)}\n${again}` };
  const { text: old } = await decodeText(before, encoding);
  const diff = editDiff(old, await changedLines(old, text));
  return { kind: "failed", message, hint: `What has changed:\n${diff}\n${again}` };
}

/** @returns the failure for a file that would be overwritten unseen; it shows how it begins. */
export async function neverRead({ path, now, encoding }: StaleFile): Promise<ToolFailure> {
  const message = `${escapeName(path)} exists and you have not read it; nothing was written.`;
  return { kind: "failed", message, hint: `${await start(now, encoding)}\n${again}` };
}

const again = "If the call is still right, make it again; else change it.";

async function start(now: Buffer, encoding: Encoding | undefined): Promise<string> {
  const { text } = await decodeText(now, encoding);
  if (text.includes("\0")) return `It is no text, ${groupedNumber(now.length)} bytes.`;
  const all = text.slice(0, shownCharacters).split("\n").map(shownLine);
  if (all.at(-1) === "") all.pop();
  const lines = all.slice(0, shownLines).map((line, index) => `${index + 1}\t${line}`);
  const isAll = all.length <= shownLines && text.length <= shownCharacters;
  return [`It ${isAll ? "is" : "begins with"}:`, ...lines].join("\n");
}
