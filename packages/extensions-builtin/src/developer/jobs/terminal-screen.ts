import type { IMarker, Terminal } from "@xterm/headless";
import { readRawOutput } from "./job-output.ts";
import type { Job } from "./jobs.ts";
import { terminalSize } from "./terminal-size.ts";
import { loadXterm } from "../../later.ts";

/** Of the output of a job that is found again: older output is not on its screen any more. */
const mostReplayed = 1_048_576;
/** Lines above the screen that are kept for a look. */
const scrollback = 1000;

export interface ScreenView {
  /** What was shown since the last look, at least the screen. */
  readonly text: string;
  /** From 1. */
  readonly row: number;
  readonly column: number;
  /** Whether it sends other sequences for cursor keys. */
  readonly isApplication: boolean;
}

interface Screen {
  readonly terminal: Terminal;
  /** Where in the output the next piece begins. */
  at: number;
  /** The line of the cursor at the last look. */
  seen?: IMarker | undefined;
}

const screens = new WeakMap<Job, Screen>();

/** What the terminal of a job shows. @param maxBytes - of more, the last lines. */
export async function lookAtScreen(job: Job, maxBytes: number): Promise<ScreenView> {
  const screen = screens.get(job) ?? (await openScreen(job));
  await showNew(screen, job);
  const { terminal } = screen;
  const { active } = terminal.buffer;
  const isWhole = active.type === "alternate";
  const seen = screen.seen?.line ?? 0;
  const first = isWhole ? active.baseY : Math.min(seen < 0 ? active.baseY : seen, active.baseY);
  if (!isWhole) {
    screen.seen?.dispose();
    screen.seen = terminal.registerMarker(0);
  }
  const lines: string[] = [];
  for (let at = first; at < active.baseY + terminal.rows; at++)
    lines.push(active.getLine(at)?.translateToString(true).trimEnd() ?? "");
  return {
    text: lastLines(lines.join("\n").trimEnd(), maxBytes),
    row: active.cursorY + 1,
    column: active.cursorX + 1,
    isApplication: terminal.modes.applicationCursorKeysMode,
  };
}

/** Loaded for those who have a terminal. */
async function openScreen(job: Job): Promise<Screen> {
  const { default: xterm } = await loadXterm();
  const { columns: cols, rows } = terminalSize;
  const terminal = new xterm.Terminal({ cols, rows, scrollback, allowProposedApi: true, logLevel: "off" });
  const made: Screen = { terminal, at: 0 };
  screens.set(job, made);
  return made;
}

async function showNew(screen: Screen, job: Job): Promise<void> {
  const { bytes, next } = readRawOutput(job.folder, {
    from: screen.at,
    maxBytes: mostReplayed,
  });
  screen.at = next;
  if (bytes.length > 0) await new Promise<void>((shown) => screen.terminal.write(bytes, shown));
}

function lastLines(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const lines = text.split("\n");
  while (lines.length > 1 && Buffer.byteLength(lines.join("\n")) > maxBytes) lines.shift();
  return `[… earlier lines left out …]\n${lines.join("\n")}`;
}
