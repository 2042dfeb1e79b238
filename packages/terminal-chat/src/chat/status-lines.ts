import type { SandboxTierInForce } from "@skein/runtime";
import { displayText, truncate } from "@skein/terminal/width";
import { costText, counted } from "@skein/session-view/text";
import type { Paint } from "@skein/terminal";
import type { ChatState } from "./chat.ts";
import { seconds, spinner } from "./spinner.ts";
import type { WaitingMessage } from "./waiting.ts";

/** Below the prompt. */
export function statusLine(state: ChatState, width: number, paint: Paint): string {
  const { settings, answering, spent, subagents, sandbox } = state;
  const { mode } = settings;
  const cost = spent.isKnown ? costText(spent.costUsd) : "cost unknown";
  const used = spent.tokens === 0 ? "" : ` · ${spent.tokens} tokens · ${cost}`;
  const others = subagents.length === 0 ? "" : ` · ${counted(subagents.length, "subagent")}`;
  const held = sandbox === undefined ? "" : ` · ${sandboxWords[sandbox]}`;
  const line = `  ${answering.model} · ${mode}${held}${used}${others} · /help`;
  return paint("dim", truncate(displayText(line), width));
}

const sandboxWords: Record<SandboxTierInForce, string> = {
  full: "sandbox full",
  bwrap: "sandbox bwrap",
  none: "no sandbox",
  off: "sandbox off",
};

export interface Work {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly isEnding: boolean;
  /** Beside a run: there is no run to steer. */
  readonly isAside: boolean;
}

/** Above the prompt, while something is at work. */
export function workLine(work: Work, now: number, look: { width: number; paint: Paint }) {
  const { width, paint } = look;
  const keys = work.isAside ? "Esc interrupts" : "Esc interrupts · Enter steers · Alt+Enter queues";
  const text = work.isEnding ? "Interrupting …" : `Working ${seconds(now - work.startedAt)} · ${keys}`;
  return `${paint("cyan", spinner(now))} ${paint("dim", truncate(text, width - 2))}`;
}

export function waitingLines(
  messages: readonly WaitingMessage[],
  { width, paint }: { readonly width: number; readonly paint: Paint },
): string[] {
  const shown = messages.slice(-3).map(({ text, isSteering }) => {
    const [first = "", ...more] = displayText(text).split("\n");
    const when = isSteering ? "before the next step" : "after the answer";
    return paint("dim", truncate(`  ⏳ ${when}: ${first}${more.length > 0 ? " …" : ""}`, width));
  });
  const hidden = messages.length - shown.length;
  return hidden > 0 ? [paint("dim", `  ⏳ ${hidden} more`), ...shown] : shown;
}
