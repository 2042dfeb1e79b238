import { basename } from "node:path";
import { platform } from "node:os";
import type { ScreenSettings } from "@skein/settings";
import { asciiLine, hasAsciiOnly, type Paint } from "@skein/terminal";
import { featuresOf } from "@skein/terminal/screen";
import { spinner, stillSpinner, type Spinner } from "../chat/spinner.ts";
import { statusLine } from "../chat/status-lines.ts";
import type { ChatState } from "../chat/chat.ts";
import type { ChatTerminal } from "../chat/front-end.ts";
import { createAttention } from "./attention.ts";
import { createStatusCommand } from "./status-command.ts";

export interface ScreenExtrasOptions {
  readonly appearance: ScreenSettings;
  readonly terminal: Pick<ChatTerminal, "env">;
  /** Bytes that draw nothing. */
  readonly write: (bytes: string) => void;
  readonly state: () => ChatState;
  readonly branch: () => string | undefined;
  readonly changed: () => void;
  readonly warn: (text: string) => void;
}

/** What a user has set of a drawn chat beside its colours: its signs and motion, title and notifications, the line at the bottom. */
export interface ScreenExtras {
  readonly glyphs: ((line: string) => string) | undefined;
  readonly spinner: Spinner;
  /** Now and then: whether a question is open. */
  sees(isWaiting: boolean): void;
  onKey(): void;
  /** The line at the bottom. */
  bar(look: { readonly width: number; readonly paint: Paint }): string;
  stop(): void;
}

export function screenExtras(options: ScreenExtrasOptions): ScreenExtras {
  const { appearance, terminal, write, state, branch, changed, warn } = options;
  const { env } = terminal;
  const { glyphs, notifications, terminalTitle, reducedMotion, statusLine: command } = appearance;
  const isAscii = glyphs === "ascii" || (glyphs === "auto" && hasAsciiOnly(env));
  const attention = createAttention({
    notifications,
    terminalTitle: terminalTitle && env["TERM"] !== "linux",
    features: featuresOf(env),
    write,
    subject: () => basename(state().settings.cwd),
    platform: platform(),
    onFailure: (program) => warn(`${program} cannot be started. Set notifications to bell, or install it.`),
  });
  const own =
    command === undefined
      ? undefined
      : createStatusCommand({
          command,
          cwd: () => state().settings.cwd,
          env,
          onChange: changed,
          onFailure: (why) => warn(`The statusLine command gives no line: ${why}.`),
        });
  return {
    glyphs: isAscii ? asciiLine : undefined,
    spinner: reducedMotion ? stillSpinner : spinner,
    sees(isWaiting) {
      const { isRunning } = state();
      attention.sees({ isRunning, isWaiting });
      own?.sees(factsOf(state(), branch()));
    },
    onKey: () => attention.onKey(),
    bar: (look) => statusLine(state(), { branch: branch(), own: own?.line() }, look),
    stop() {
      attention.stop();
      own?.stop();
    },
  };
}

/** What the command of the line at the bottom reads. */
function factsOf({ settings, answering, spent, context, sandbox, isRunning }: ChatState, branch?: string) {
  const { session, name, cwd, mode } = settings;
  const { provider, model } = answering;
  return { session, name, cwd, mode, provider, model, branch, sandbox, context, spent, isRunning };
}
