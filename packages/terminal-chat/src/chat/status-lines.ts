import { counted } from "@skein/protocol";
import type { SandboxTierInForce } from "@skein/runtime";
import { displayText, truncate, withEnd } from "@skein/terminal/width";
import { costText } from "@skein/session-view/text";
import type { Paint } from "@skein/terminal";
import type { ChatState } from "./chat.ts";
import { seconds, type Spinner } from "./spinner.ts";
import type { WaitingMessage } from "./waiting.ts";

interface BarFacts {
  /** Of the folder's repository. */
  readonly branch: string | undefined;
  /** What the user's own command says instead. */
  readonly own?: string | undefined;
}

/** Below the prompt: what may happen, who answers, and what is used up. */
export function statusLine(
  state: ChatState,
  { branch, own }: BarFacts,
  { width, paint }: { readonly width: number; readonly paint: Paint },
): string {
  const { settings, answering, spent, subagents, sandbox, context } = state;
  const parts = [
    settings.mode,
    ...(settings.restricted ? ["restricted"] : []),
    answering.model,
    ...(sandbox === undefined ? [] : [sandboxWords[sandbox]]),
    ...(context ? [`context ${Math.round((100 * context.used) / context.window)} %`] : []),
    ...(spent.tokens === 0
      ? []
      : [tokensWords(spent.tokens), spent.isKnown ? dollars(spent.costUsd) : "cost unknown"]),
    ...(subagents.length === 0 ? [] : [counted(subagents.length, "subagent")]),
    ...(branch === undefined ? [] : [branch]),
  ];
  const words = truncate(
    displayText(`  ${own ?? parts.join(" · ")}`),
    Math.max(1, width - helpWord.length - 2),
  );
  return withEnd(paint("dim", words), paint("dim", helpWord), width);
}

const helpWord = "/help";

/** `950 tokens`, `1.2k tokens`. */
function tokensWords(tokens: number): string {
  return tokens < 1_000 ? `${tokens} tokens` : `${(tokens / 1_000).toFixed(1)}k tokens`;
}

/** To the cent, and below one to what costs one. */
function dollars(costUsd: number): string {
  return costUsd === 0 || costUsd >= 0.01 ? `$${costUsd.toFixed(2)}` : costText(costUsd);
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

interface WorkLook {
  readonly width: number;
  readonly paint: Paint;
  readonly spinner: Spinner;
}

/** Above the prompt, while something is at work. */
export function workLine(work: Work, now: number, look: WorkLook): string {
  const { width, paint, spinner } = look;
  const keys = work.isAside ? "Esc interrupts" : "Esc interrupts · Enter steers · Alt+Enter queues";
  const text = work.isEnding ? "Interrupting …" : `Working ${seconds(now - work.startedAt)} · ${keys}`;
  return `${paint("accent", spinner(now))} ${paint("dim", truncate(text, width - 2))}`;
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
