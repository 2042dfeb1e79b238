import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { clip, clipFile, defaultClipLimits, type Clipped } from "@skein/extension-kit";
import { stripTerminalCodes, groupedNumber, type ToolOutcome } from "@skein/protocol";
import { exitCodeText } from "./exit-code.ts";
import { endedWaiting } from "./prompt-signs.ts";
import { mayReportProgress, quietOutput } from "./quiet-output.ts";
import { openLargeOutput, type LargeOutput } from "./large-output.ts";
import { isPlainOutput, outputText, type OutputText } from "./output-text.ts";
import { outputFile, readState } from "./state.ts";

export interface FinishedCall {
  readonly folder: string;
  /** Whether the folder stays, so that the result may refer to the full output. */
  readonly stays: boolean;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  /** The most that the model may be shown. */
  readonly shownBytes: number;
  readonly command: string;
}

/**
 * The result of a command that has ended; a later process creates the same from the folder.
 *
 * @param isWhole - whether all of its output is in the file. Default true.
 */
export async function shellOutcome(call: FinishedCall, isWhole = true): Promise<ToolOutcome> {
  const { end } = readState(call.folder);
  if (end === "deadline") return timedOut(call);
  const path = join(call.folder, outputFile);
  const output = await outputOf(call);
  const bytes = sizeOf(path);
  const notes = [
    ...(output.note === undefined ? [] : [output.note]),
    ...(bytes >= call.maxOutputBytes
      ? [`[The output was cut off at its limit of ${groupedNumber(bytes)} bytes.]`]
      : []),
    ...(end === undefined
      ? ["[The command was killed; its exit code is not known.]"]
      : end.code === 0
        ? []
        : [`[exit code ${exitCodeText(end.code)}]`]),
    ...(isWhole ? [] : ["[The end of the output may be missing: Skein was killed while it was written.]"]),
  ];
  const text = [output.text.trimEnd() || (notes.length > 0 ? "" : "[no output]"), ...notes]
    .filter(Boolean)
    .join("\n");
  return {
    content: [{ type: "text", text }],
    ...(output.clipped && call.stays ? { artifacts: [{ path, mediaType: "text/plain", bytes }] } : {}),
  };
}

export async function timedOut(call: FinishedCall): Promise<ToolOutcome> {
  return { kind: "timed-out", afterMs: call.timeoutMs, partial: (await outputOf(call)).text };
}

/** For a command that was ended because no one can give it what it waits for. */
export async function waitedForTerminal(call: FinishedCall): Promise<ToolOutcome> {
  return endedWaiting((await outputOf(call)).text);
}

export async function interrupted(call: FinishedCall): Promise<ToolOutcome> {
  return { kind: "interrupted", started: true, partial: (await outputOf(call)).text };
}

/** For a command that had started and was ended together with Skein. */
export async function stoppedWithSkein(call: FinishedCall): Promise<ToolOutcome> {
  const output = (await outputOf(call)).text.trimEnd();
  const partial = [output, "[The command was stopped with Skein.]"].filter(Boolean).join("\n");
  return { kind: "unknown-outcome", partial };
}

/** Of longer output only the head and the tail are read. */
const mostReadBytes = 1_048_576;
/** Fewer are not worth the line that says what is missing. */
const leastSaved = 200;

type ShownOutput = Clipped & Pick<OutputText, "note">;

async function outputOf({ folder, stays, shownBytes, command }: FinishedCall): Promise<ShownOutput> {
  const maxBytes = Math.min(defaultClipLimits.maxBytes, shownBytes);
  const path = join(folder, outputFile);
  try {
    const isRead = sizeOf(path) <= mostReadBytes;
    const bytes = isRead ? readFileSync(path) : undefined;
    const read = bytes && !isPlainOutput(bytes) ? await outputText(bytes) : undefined;
    const large: LargeOutput = bytes ? {} : await openLargeOutput(path);
    const named = read?.note ?? large.note;
    const note = named === undefined ? {} : { note: named };
    if (stays && mayReportProgress(command) && bytes) {
      const whole = stripTerminalCodes(read?.text ?? bytes.toString("utf8"));
      const { text, dropped } = quietOutput(whole);
      if (whole.length - text.length > leastSaved) {
        const rest = `[${groupedNumber(dropped)} lines of progress left out. The full output, ${groupedNumber(sizeOf(path))} bytes, is in ${path}: read it or search in it.]`;
        return { text: `${clip(text, { maxBytes }).text.trimEnd()}\n${rest}`, clipped: true, ...note };
      }
    }
    const { decoder } = large;
    const options = { clean: stripTerminalCodes, stays, maxBytes, ...(decoder ? { decoder } : {}) };
    return { ...clipFile(path, read ? { ...options, text: read.text } : options), ...note };
  } catch {
    return { text: "", clipped: false };
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
