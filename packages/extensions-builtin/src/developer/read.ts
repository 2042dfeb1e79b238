import { constants } from "node:fs";
import { open, stat, type FileHandle } from "node:fs/promises";
import { defineTool, resultBytes, type ToolReturn } from "@skein/extension-kit";
import { escapeName, groupedNumber, type Tool, type ToolContext, type ToolFailure } from "@skein/protocol";
import { detectUnicode, type Encoding } from "@skein/platform/text";
import { fields, integer, optional, text } from "../fields.ts";
import { fileKind } from "./reading/file-kind.ts";
import { fileText, statedEncoding } from "./edits/file-text.ts";
import { inMemory, type ByteSource } from "./reading/line-start.ts";
import { pdfText } from "./reading/pdf-text.ts";
import { isWide, textView } from "./reading/text-view.ts";
import { mostEditedBytes } from "./known-files/most-edited-bytes.ts";
import { refuseIgnored } from "./ignore-files/refuse-ignored.ts";
import type { KnownFiles } from "./known-files/known-files.ts";
import { currentContent, type OpenFiles } from "./open-files.ts";
import { findNearPath, nearPathNote, type NearPath } from "./near-path.ts";
import { absolutePath, fileResource, pathFailure } from "./paths.ts";
import { readLines, type ReadLine, type ReadLines } from "./reading/read-lines.ts";

const defaultLines = 1000;
/** Of text, when the call does not say how many lines, and when it does. */
const defaultBytes = 12_288;
const mostBytes = 49_152;
/** Per line, when several are shown. */
const lineBytes = 2000;
const limits = { scanBytes: 1_073_741_824, countBytes: 268_435_456 };
/** For the note below the lines. */
const noteBytes = 300;
/** Maximum bytes of an image; it is scaled down for the model. */
const mostImageBytes = 32 * 1024 * 1024;
const mostPdfBytes = 64 * 1024 * 1024;

interface ReadInput {
  readonly path: string;
  readonly from?: number | undefined;
  readonly lines?: number | undefined;
  readonly skip_bytes?: number | undefined;
  readonly encoding?: string | undefined;
}

interface FileInput extends Omit<ReadInput, "encoding"> {
  /** Named by the call, or by an earlier one. */
  readonly encoding: Encoding | undefined;
  readonly near: NearPath;
  /** `undefined` for a file that is too big to be converted. */
  readonly whole: Buffer | undefined;
  /** It is what the disk has, and not what an editor has. */
  readonly isSaved: boolean;
}

export const readTool = (known: KnownFiles, openFiles?: OpenFiles): Tool =>
  defineTool({
    name: "read",
    description:
      "Read a text file, notebook or PDF (from and lines count its pages), or look at an image. Each line comes as its number, a tab and its text.",
    effect: "reads",
    input: fields({
      path: text(),
      from: optional(integer({ maximum: Number.MAX_SAFE_INTEGER }, "First line, default 1; -9: the last 9")),
      lines: optional(integer({ minimum: 1, maximum: 10_000 }, "Default what fits 12 kB; else 48 kB")),
      skip_bytes: optional(
        integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, "Of the first line, if it is long"),
      ),
      encoding: optional(text("If shown wrong, such as koi8-r")),
    }),
    resources: ({ path }, cwd) => fileResource(path, cwd),
    async run(input, context) {
      const near = findNearPath(absolutePath(input.path, context.cwd));
      const { path } = near;
      try {
        const refusal = refuseIgnored(path) ?? notReadable(await stat(path), path);
        if (refusal) return refusal;
        // Non-blocking, in case it has become a pipe.
        const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
        try {
          // Before its lines are read: what changes in between counts as a change.
          const saved = await wholeContent(file);
          const whole = saved && (await currentContent(openFiles, path, saved));
          const stated = statedEncoding(input.encoding);
          if (typeof stated === "object") return stated;
          const encoding = stated ?? (whole && (await known.encodings.find(path, whole, context)));
          const outcome = await contentOf(
            file,
            { ...input, path, near, whole, isSaved: whole === saved, encoding },
            context,
          );
          if (whole) await known.note(path, whole, context);
          if (whole && stated && !isProblem(outcome))
            await known.encodings.note(path, whole, stated, context);
          return outcome;
        } finally {
          await file.close();
        }
      } catch (error) {
        context.signal.throwIfAborted();
        return pathFailure(error, path);
      }
    },
  });

function isProblem(outcome: ToolReturn): boolean {
  return typeof outcome === "object" && outcome !== null && "kind" in outcome;
}

/** `undefined` for a file that is too big to edit or overwrite anyway. */
async function wholeContent(file: FileHandle): Promise<Buffer | undefined> {
  const { size } = await file.stat();
  if (size > mostEditedBytes) return undefined;
  return wholeFile(file);
}

type Stats = Awaited<ReturnType<typeof stat>>;

function notReadable(stats: Stats, path: string): ToolFailure | undefined {
  if (stats.isFile()) return undefined;
  const shown = escapeName(path);
  if (stats.isDirectory()) {
    return { kind: "failed", message: `${shown} is a folder.`, hint: "Use tree to list it." };
  }
  const what = stats.isFIFO() ? "a named pipe" : stats.isSocket() ? "a socket" : "a device";
  return { kind: "failed", message: `${shown} is ${what}, not a file.` };
}

async function contentOf(file: FileHandle, input: FileInput, context: ToolContext): Promise<ToolReturn> {
  const { path } = input;
  const { size } = await file.stat();
  const start = Buffer.alloc(8192);
  const { bytesRead } = await file.read(start, 0, start.length, 0);
  const kind = fileKind(path, start.subarray(0, bytesRead));
  if (kind.kind === "image" && size <= mostImageBytes) return image(file, kind.mediaType);
  if (kind.kind === "binary" && kind.mediaType === "application/pdf" && size <= mostPdfBytes)
    return pdfText(await wholeFile(file), {
      from: input.from ?? 1,
      pages: input.lines,
      maxBytes: bytesFor(input, context),
    });
  const { encoding } = input;
  if (encoding !== undefined && !input.whole) return tooBigToDecode(path, size);
  const isPlain = encoding === undefined && !path.endsWith(".ipynb") && isCertainUtf8(input.whole);
  const isDecoded = kind.kind !== "image" && !isPlain;
  const decoded = isDecoded && input.whole ? await fileText(input.whole, { path, encoding }) : undefined;
  if (decoded && "kind" in decoded) return decoded;
  const view = decoded && textView(path, decoded);
  const isNoText = kind.kind !== "text" && (kind.isKnown || !decoded || !isWide(decoded));
  if (isNoText) {
    const name = /^(UTF-\d+) text$/.exec(kind.mediaType)?.[1];
    const hint = name === undefined ? "" : ` Read it in the shell: iconv -f ${name} -t UTF-8 FILE.`;
    return `${escapeName(path)} is not shown: ${kind.mediaType}, ${groupedNumber(size)} bytes.${hint}`;
  }
  const unsaved = input.isSaved ? undefined : input.whole;
  const form = unsaved ? "as the editor has it, not saved" : view?.note;
  const note = `${form === undefined ? "" : `; ${form}`}${nearPathNote(input.near)}`;
  const bytes = view?.bytes ?? unsaved;
  return textPart(bytes ? inMemory(bytes) : file, { ...input, note }, context);
}

function tooBigToDecode(path: string, size: number): ToolFailure {
  return {
    kind: "failed",
    message: `${escapeName(path)} is too big to be read in another encoding than UTF-8 (${groupedNumber(size)} bytes).`,
    hint: "Read it without encoding, or convert it in the shell: iconv -f FROM -t UTF-8 FILE.",
  };
}

/** Such a file is shown as it is. */
function isCertainUtf8(whole: Buffer | undefined): boolean {
  return whole !== undefined && detectUnicode(whole)?.encoding === "utf-8";
}

async function wholeFile(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const whole = Buffer.alloc(size);
  const { bytesRead } = await file.read(whole, 0, size, 0);
  return whole.subarray(0, bytesRead);
}

async function image(file: FileHandle, mediaType: string): Promise<ToolReturn> {
  const bytes = await wholeFile(file);
  return { content: [{ type: "image", mediaType, data: bytes.toString("base64") }] };
}

/** Of text that is shown. */
function bytesFor({ lines }: Pick<ReadInput, "lines">, context: ToolContext): number {
  return Math.min(lines === undefined ? defaultBytes : mostBytes, resultBytes(context)) - noteBytes;
}

interface TextInput extends Omit<ReadInput, "encoding"> {
  /** What else there is to know; empty, or with a semicolon in front. */
  readonly note: string;
}

async function textPart(file: ByteSource, input: TextInput, context: ToolContext): Promise<ToolReturn> {
  const { from = 1, lines: wanted = defaultLines, skip_bytes: skipBytes = 0 } = input;
  const maxBytes = bytesFor(input, context);
  const isOneLine = wanted === 1 || skipBytes > 0;
  const read = await readLines(
    file,
    {
      ...limits,
      from,
      lines: isOneLine ? 1 : wanted,
      skipBytes,
      maxBytes,
      lineBytes: isOneLine ? maxBytes : lineBytes,
    },
    context.signal,
  );
  const [first] = read.lines;
  if (!first) return nothingToRead(from, read);
  if (first.bytes > 0 && skipBytes >= first.bytes) {
    return { kind: "failed", message: `Line ${read.from} has ${groupedNumber(first.bytes)} bytes.` };
  }
  const shown = read.lines.map(
    (line, index) => `${read.from + index}\t${line.text}${isOneLine ? "" : cutNote(line)}`,
  );
  const place = isOneLine ? oneLineNote(first, read, skipBytes) : linesNote(read);
  return [...shown, `[${place}${input.note}]`].join("\n");
}

function nothingToRead(from: number, { total, complete }: ReadLines): ToolReturn {
  if (total === 0 && complete) return "[The file is empty.]";
  const hint = complete
    ? `It has ${groupedNumber(total)} lines.`
    : "It is too big to read so far in: give a negative from to read its end, or search it.";
  return { kind: "failed", message: `There is no line ${from} to read.`, hint };
}

function linesNote(read: ReadLines): string {
  const { from, lines, complete, total } = read;
  const last = from + lines.length - 1;
  const isEnd = complete && last === total;
  if (from < 0)
    return `lines ${from} to ${last}${isEnd ? ", the end" : `; continue with from: ${last + 1}`}${longLine(read)}`;
  const count = countOf(read);
  if (from === 1 && isEnd) return `${count} ${total === 1 ? "line" : "lines"}, all shown${longLine(read)}`;
  return `lines ${from} to ${last} of ${count}${isEnd ? "" : `; continue with from: ${last + 1}`}${longLine(read)}`;
}

function oneLineNote({ bytes, until }: ReadLine, read: ReadLines, skipBytes: number): string {
  const { from, complete, total } = read;
  const part =
    skipBytes === 0 && until === bytes
      ? ""
      : `, bytes ${groupedNumber(skipBytes)} to ${groupedNumber(until)} of ${groupedNumber(bytes)}`;
  if (until < bytes) return `line ${from}${part}; continue with from: ${from}, skip_bytes: ${until}`;
  const isEnd = complete && from === total;
  return `line ${from}${from < 0 ? "" : ` of ${countOf(read)}`}${part}${isEnd ? "" : `; continue with from: ${from + 1}`}`;
}

function countOf({ total, complete }: ReadLines): string {
  return complete ? groupedNumber(total) : `more than ${groupedNumber(total)}`;
}

function longLine({ from, lines }: ReadLines): string {
  const index = lines.findIndex(({ until, bytes }) => until < bytes);
  if (index === -1) return "";
  return `; the rest of line ${from + index}: from: ${from + index}, skip_bytes: ${lines[index]?.until}`;
}

function cutNote({ bytes, until }: ReadLine): string {
  return until < bytes ? ` [… ${groupedNumber(bytes - until)} bytes of this line left out]` : "";
}
