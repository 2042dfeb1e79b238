import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { setTimeout as sleep } from "node:timers/promises";

/** Seconds since the beginning, and what the terminal got. */
type Output = readonly [seconds: number, text: string];

export interface Terminal extends Disposable {
  /** At the pace of somebody who types, then a moment of looking, then Enter. */
  type(text: string): Promise<void>;
  press(key: string): Promise<void>;
  /** Waits until the screen has it. Rejects after a minute. */
  shows(text: string): Promise<void>;
  readonly output: readonly Output[];
  /** Since the first key. */
  seconds(): number;
}

const keyMs = [70, 110, 60, 90, 130, 80] as const;
const lookMs = 700;
const longestWaitMs = 30_000;

export interface TerminalOptions {
  readonly columns: number;
  readonly rows: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where what it gets is written down meanwhile. */
  readonly folder: string;
}

/** A shell in a terminal of tmux, on a server of its own, all of whose output is kept with its time. */
export async function openTerminal({ columns, rows, cwd, env, folder }: TerminalOptions): Promise<Terminal> {
  const server = ["-L", `skein-first-${process.pid}`, "-f", "/dev/null"];
  const tmux = (...words: readonly string[]) =>
    execFileSync("tmux", [...server, ...words], { encoding: "utf8", cwd, env });
  const shell = "exec env PS1='$ ' bash --noprofile --norc"; // a shell between them would drop it
  tmux("new-session", "-d", "-s", "s", "-x", `${columns}`, "-y", `${rows}`, shell);
  const file = join(folder, "terminal-output");
  const reading = openSync(file, "w+");
  tmux("pipe-pane", "-O", "-t", "s", `cat >> ${file}`);
  const began = performance.now();
  let firstKey: number | undefined;
  const output: [number, string][] = [];
  const decoder = new StringDecoder("utf8");
  const bytes = Buffer.alloc(1_048_576);
  const collect = (): void => {
    const read = readSync(reading, bytes, 0, bytes.length, null);
    if (read > 0) output.push([(performance.now() - began) / 1000, decoder.write(bytes.subarray(0, read))]);
  };
  const timer = setInterval(collect, 20);
  const screen = () => tmux("capture-pane", "-p", "-t", "s");

  return {
    output,
    async type(text) {
      firstKey ??= performance.now();
      for (const [at, letter] of Array.from(text).entries()) {
        tmux("send-keys", "-t", "s", "-l", letter);
        await sleep(keyMs[at % keyMs.length]);
      }
      await sleep(lookMs);
      tmux("send-keys", "-t", "s", "Enter");
    },
    async press(key) {
      await sleep(lookMs);
      tmux("send-keys", "-t", "s", key);
    },
    async shows(text) {
      for (const end = Date.now() + longestWaitMs; Date.now() < end; await sleep(50))
        if (screen().includes(text)) return;
      throw new Error(`The terminal has not shown ${JSON.stringify(text)}. It shows:\n${screen()}`);
    },
    seconds: () => (performance.now() - (firstKey ?? performance.now())) / 1000,
    [Symbol.dispose]() {
      clearInterval(timer);
      collect();
      closeSync(reading);
      spawnSync("tmux", [...server, "kill-server"]);
    },
  };
}
