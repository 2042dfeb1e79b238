import type { Paint } from "@skein/terminal";
import type { Picker } from "@skein/terminal/screen";
import { truncate } from "@skein/terminal/width";
import { jobLines } from "../chat/job-lines.ts";
import type { ChatState } from "../chat/chat.ts";
import type { Spinner } from "../chat/spinner.ts";
import { waitingLines, workLine } from "../chat/status-lines.ts";
import type { WaitingMessage } from "../chat/waiting.ts";
import type { QuestionDialog } from "../questions/menu-dialog.ts";
import { hintAt, type ScreenState } from "./screen-state.ts";

interface Drawable {
  render(width: number): readonly string[];
}

/** What is drawn below a conversation. */
export interface RegionContent {
  readonly state: ScreenState;
  readonly waiting: readonly WaitingMessage[];
  readonly jobs: ChatState["backgroundJobs"];
  readonly picker: Pick<Picker, "render"> | undefined;
  /** The question in the place of the prompt. */
  readonly dialog: Pick<QuestionDialog, "render"> | undefined;
  /** Whether a question waits, in the place of the prompt or not. */
  readonly hasQuestion: boolean;
  readonly prompt: Drawable;
  /** The last line. */
  readonly bar: () => string;
}

export interface RegionLook {
  readonly width: number;
  readonly rows: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly paint: Paint;
  readonly spinner: Spinner;
}

/** Draws all below the run itself: background jobs, waiting messages, work, the prompt or what replaces it, the last line. */
export function regionLines(content: RegionContent, look: RegionLook): readonly string[] {
  const { state, waiting, jobs, picker, dialog, prompt } = content;
  const { width, rows, now } = look;
  const input = picker?.render(width, rows - 2) ?? dialog?.render(width, rows - 2) ?? prompt.render(width);
  return [
    ...(dialog ? [] : jobLines(jobs, now, look)),
    ...waitingLines(waiting, look),
    ...(state.work && !dialog ? [workLine(state.work, now, look)] : []),
    ...input,
    lastLine(content, look),
  ];
}

function lastLine(
  { state, dialog, hasQuestion, bar }: RegionContent,
  { now, width, paint }: RegionLook,
): string {
  const hint = hintAt(state, now);
  if (hint !== undefined) return paint("warning", hint);
  return hasQuestion && !dialog ? paint("warning", truncate("  1 question waiting · Tab", width)) : bar();
}
