import { execFileSync, spawnSync } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { skeinLine, terminalEnv } from "./terminal-program.ts";

/** A real terminal; where tmux is not installed, its tests are skipped. */
export const hasTmux = spawnSync("tmux", ["-V"]).status === 0;

/** A program in a terminal of tmux, on a server of its own. */
export interface InTmux extends AsyncDisposable {
  /** Keys by tmux's names, or text with `literally`. */
  keys(...names: readonly string[]): void;
  literally(text: string): void;
  /** As a terminal pastes, without brackets. */
  paste(text: string): void;
  /** What is to be seen now. */
  screen(): string;
  shows(text: string): Promise<void>;
  /** Resolves when the program has ended, and its terminal with it. */
  ended(): Promise<void>;
}

export interface InTmuxOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Columns and rows. Default: 80 and 24. */
  readonly size?: readonly [columns: number, rows: number];
  /** The terminal stays when the program has ended. */
  readonly stays?: boolean;
}

export function skeinInTmux(
  args: readonly string[],
  { cwd, env = {}, size = [80, 24], stays = false }: InTmuxOptions,
): InTmux {
  const server = ["-L", `skein-${crypto.randomUUID()}`, "-f", "/dev/null"];
  const tmux = (...words: readonly string[]) =>
    execFileSync("tmux", [...server, ...words], {
      encoding: "utf8",
      cwd,
      env: terminalEnv(cwd, { LANG: "C.UTF-8", ...env }),
    });
  const line = stays ? `${skeinLine(args)}; sleep 600` : skeinLine(args);
  tmux("new-session", "-d", "-s", "s", "-x", String(size[0]), "-y", String(size[1]), line);
  const screen = () => tmux("capture-pane", "-p", "-t", "s");
  return {
    keys: (...names) => void tmux("send-keys", "-t", "s", ...names),
    literally: (text) => void tmux("send-keys", "-t", "s", "-l", text),
    paste(text) {
      tmux("set-buffer", text);
      tmux("paste-buffer", "-t", "s");
    },
    screen,
    async shows(text) {
      while (!screen().includes(text)) await setTimeout(50);
    },
    async ended() {
      const status = () => spawnSync("tmux", [...server, "has-session", "-t", "s"]).status;
      while (status() === 0) await setTimeout(50);
    },
    async [Symbol.asyncDispose]() {
      spawnSync("tmux", [...server, "kill-server"]);
      await Promise.resolve();
    },
  };
}
