import { spawn } from "node:child_process";
import { inheritedVariables } from "@skein/platform/variables";
import type { ScreenSettings } from "@skein/settings";
import {
  keepTitle,
  noticeBytes,
  noticeWay,
  restoreTitle,
  titleBytes,
  type TerminalFeatures,
} from "@skein/terminal/screen";

/** A run that took less needs no word at its end. */
const longMs = 15_000;
/** Who has pressed a key since is there. */
const quietMs = 5_000;

export interface AttentionOptions extends Pick<ScreenSettings, "notifications" | "terminalTitle"> {
  readonly features: TerminalFeatures;
  /** Bytes that draw nothing. */
  readonly write: (bytes: string) => void;
  /** What the chat is about: the name of its folder. */
  readonly subject: () => string;
  readonly platform: NodeJS.Platform;
  /** A notification could not be shown. */
  readonly onFailure: (program: string) => void;
}

interface ChatActivity {
  readonly isRunning: boolean;
  /** A question is open. */
  readonly isWaiting: boolean;
}

/** The title of the terminal, and what calls its user back to it. */
export interface Attention {
  /** What the chat does now; called as often as one likes. */
  sees(activity: ChatActivity): void;
  /** Somebody is there. */
  onKey(): void;
  /** The terminal gets its title back. */
  stop(): void;
}

export function createAttention(options: AttentionOptions): Attention {
  const { notifications, terminalTitle, features, write, subject } = options;
  let now: ChatActivity = { isRunning: false, isWaiting: false };
  let startedAt = 0;
  let keyAt = 0;
  let title = "";
  let timer: NodeJS.Timeout | undefined;

  function notify(text: string): void {
    if (notifications === "off") return;
    if (notifications === "desktop") return showOnDesktop(text, options);
    const way = notifications === "auto" ? noticeWay(features) : notifications;
    write(noticeBytes(text, way, features.multiplexer));
  }

  /** At once when no key was pressed lately, otherwise once that is so. */
  function want(text: string): void {
    clearTimeout(timer);
    timer = setTimeout(() => notify(text), Math.max(0, keyAt + quietMs - Date.now()));
    timer.unref();
  }

  function showTitle(): void {
    if (!terminalTitle) return;
    const mark = now.isWaiting ? "? " : now.isRunning ? "* " : "";
    const wanted = `${mark}${subject()} - skein`;
    if (wanted === title) return;
    write(`${title === "" ? keepTitle : ""}${titleBytes(wanted)}`);
    title = wanted;
  }

  return {
    sees(activity) {
      const before = now;
      now = activity;
      if (activity.isRunning && !before.isRunning) startedAt = Date.now();
      const hasEnded = before.isRunning && !activity.isRunning;
      if (activity.isWaiting && !before.isWaiting) want(`${subject()}: a question waits for you.`);
      else if (!activity.isWaiting && before.isWaiting) clearTimeout(timer);
      if (hasEnded && Date.now() - startedAt >= longMs) want(`${subject()}: the run has ended.`);
      showTitle();
    },
    onKey() {
      keyAt = Date.now();
      clearTimeout(timer);
    },
    stop() {
      clearTimeout(timer);
      if (title !== "") write(restoreTitle);
      title = "";
    },
  };
}

function showOnDesktop(text: string, { platform, onFailure }: AttentionOptions): void {
  const [program, ...args] =
    platform === "darwin"
      ? [
          "osascript",
          ...["on run told", 'display notification (item 1 of told) with title "Skein"', "end run"].flatMap(
            (line) => ["-e", line],
          ),
          text,
        ]
      : ["notify-send", "--app-name=Skein", "Skein", text];
  spawn(program, args, { stdio: "ignore", detached: true, env: inheritedVariables("user") })
    .on("error", () => onFailure(program))
    .unref();
}
