import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { clip, clipFile, defaultClipLimits, stripTerminalCodes, type Clipped } from "@skein/extension-kit";
import { groupedNumber } from "@skein/protocol";
import type { ToolOutcome } from "@skein/protocol";
import { exitCodeText } from "./exit-code.ts";
import { endedWaiting } from "./prompt-signs.ts";
import { mayReportProgress, quietOutput } from "./quiet-output.ts";
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
export function shellOutcome(call: FinishedCall, isWhole = true): ToolOutcome {
  const { end } = readState(call.folder);
  if (end === "deadline") return timedOut(call);
  const path = join(call.folder, outputFile);
  const output = outputOf(call);
  const bytes = sizeOf(path);
  const notes = [
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

export function timedOut(call: FinishedCall): ToolOutcome {
  return { kind: "timed-out", afterMs: call.timeoutMs, partial: outputOf(call).text };
}

/** For a command that was ended because no one can give it what it waits for. */
export function waitedForTerminal(call: FinishedCall): ToolOutcome {
  return endedWaiting(outputOf(call).text);
}

export function interrupted(call: FinishedCall): ToolOutcome {
  return { kind: "interrupted", started: true, partial: outputOf(call).text };
}

/** For a command that had started and was ended together with Skein. */
export function stoppedWithSkein(call: FinishedCall): ToolOutcome {
  const output = outputOf(call).text.trimEnd();
  const partial = [output, "[The command was stopped with Skein.]"].filter(Boolean).join("\n");
  return { kind: "unknown-outcome", partial };
}

/** Of longer output the head and tail are shown as they are. */
const mostQuietBytes = 1_048_576;
/** Fewer are not worth the line that says what is missing. */
const leastSaved = 200;

function outputOf({ folder, stays, shownBytes, command }: FinishedCall): Clipped {
  const maxBytes = Math.min(defaultClipLimits.maxBytes, shownBytes);
  const path = join(folder, outputFile);
  try {
    if (stays && mayReportProgress(command) && sizeOf(path) <= mostQuietBytes) {
      const whole = stripTerminalCodes(readFileSync(path, "utf8"));
      const { text, dropped } = quietOutput(whole);
      if (whole.length - text.length > leastSaved) {
        const note = `[${groupedNumber(dropped)} lines of progress left out. The full output, ${groupedNumber(sizeOf(path))} bytes, is in ${path}: read it or search in it.]`;
        return { text: `${clip(text, { maxBytes }).text.trimEnd()}\n${note}`, clipped: true };
      }
    }
    return clipFile(path, { clean: stripTerminalCodes, stays, maxBytes });
  } catch {
    return { text: "", clipped: false };
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
