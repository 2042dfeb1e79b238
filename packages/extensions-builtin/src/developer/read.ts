import { constants } from "node:fs";
import { open, stat, type FileHandle } from "node:fs/promises";
import { defineTool, visibleName, type ToolReturn } from "@skein/extension-kit";
import type { Tool, ToolFailure } from "@skein/protocol";
import { fields, integer, optional, text } from "../fields.ts";
import { fileKind } from "./file-kind.ts";
import { absolutePath, fileResource, pathFailure } from "./paths.ts";
import { readLines } from "./read-lines.ts";

const defaultLines = 1000;
const limits = { maxBytes: 49_152, lineBytes: 2000, scanBytes: 268_435_456 };
/** What the vendors take. */
const mostImageBytes = 5 * 1024 * 1024;

interface ReadInput {
  readonly path: string;
  readonly from?: number | undefined;
  readonly lines?: number | undefined;
}

export const readTool: Tool = defineTool({
  name: "read",
  description: "Read a text file or look at an image. Each line comes as its number, a tab and its text.",
  effect: "reads",
  input: fields({
    path: text(),
    from: optional(integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, "First line, default 1")),
    lines: optional(integer({ minimum: 1, maximum: 10_000 }, "Default 1000")),
  }),
  resources: ({ path }, cwd) => fileResource(path, cwd),
  async run(input, context) {
    const path = absolutePath(input.path, context.cwd);
    try {
      const refusal = notReadable(await stat(path), path);
      if (refusal) return refusal;
      // Not blocking, should it have become a pipe since.
      const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
      try {
        return await contentOf(file, { ...input, path }, context.signal);
      } finally {
        await file.close();
      }
    } catch (error) {
      context.signal.throwIfAborted();
      return pathFailure(error, path);
    }
  },
});

type Stats = Awaited<ReturnType<typeof stat>>;

function notReadable(stats: Stats, path: string): ToolFailure | undefined {
  if (stats.isFile()) return undefined;
  const shown = visibleName(path);
  if (stats.isDirectory()) {
    return { kind: "failed", message: `${shown} is a folder.`, hint: "Use tree to list it." };
  }
  const what = stats.isFIFO() ? "a named pipe" : stats.isSocket() ? "a socket" : "a device";
  return { kind: "failed", message: `${shown} is ${what}, not a file.` };
}

async function contentOf(file: FileHandle, input: ReadInput, signal: AbortSignal): Promise<ToolReturn> {
  const { path } = input;
  const { size } = await file.stat();
  const start = Buffer.alloc(8192);
  const { bytesRead } = await file.read(start, 0, start.length, 0);
  const kind = fileKind(path, start.subarray(0, bytesRead));
  if (kind.kind === "image" && size <= mostImageBytes) return image(file, kind.mediaType);
  if (kind.kind !== "text") {
    const hint =
      kind.mediaType === "UTF-16 text" ? " Read it in the shell: iconv -f UTF-16 -t UTF-8 FILE." : "";
    return `${visibleName(path)} is not shown: ${kind.mediaType}, ${size.toLocaleString("en")} bytes.${hint}`;
  }
  return textPart(file, input, signal);
}

async function image(file: FileHandle, mediaType: string): Promise<ToolReturn> {
  const bytes = await file.readFile();
  return { content: [{ type: "image", mediaType, data: bytes.toString("base64") }] };
}

async function textPart(file: FileHandle, input: ReadInput, signal: AbortSignal): Promise<ToolReturn> {
  const { from = 1, lines: wanted = defaultLines } = input;
  const { lines, total, complete } = await readLines(file, { from, lines: wanted, ...limits }, signal);
  const count = complete ? total.toLocaleString("en") : `more than ${total.toLocaleString("en")}`;
  if (lines.length === 0) {
    if (total === 0) return "[The file is empty.]";
    const hint = complete
      ? `It has ${count} lines.`
      : "It is too big to read so far in: use search, or sed in the shell.";
    return { kind: "failed", message: `There is no line ${from} to read.`, hint };
  }
  const shown = lines.map(({ text: line, bytes }, index) => `${from + index}\t${line}${cutNote(bytes)}`);
  const last = from + lines.length - 1;
  const whole = from === 1 && complete && last === total;
  const note = whole
    ? `[${count} ${total === 1 ? "line" : "lines"}, all shown]`
    : partNote(from, last, complete && last === total ? undefined : last + 1, count);
  return [...shown, note].join("\n");
}

function partNote(from: number, last: number, next: number | undefined, count: string): string {
  return `[lines ${from} to ${last} of ${count}${next === undefined ? "" : `; go on with from: ${next}`}]`;
}

function cutNote(bytes: number): string {
  const missing = bytes - limits.lineBytes;
  return missing > 0 ? ` [… ${missing.toLocaleString("en")} bytes of this line left out]` : "";
}
