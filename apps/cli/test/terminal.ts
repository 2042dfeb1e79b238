import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { skeinLine, terminalEnv } from "./terminal-program.ts";

/** `script` of util-linux gives a program a real pseudo-terminal; without it these tests are skipped. */
export const hasTerminal =
  spawnSync("script", ["--version"]).stdout?.toString().includes("util-linux") ?? false;

/** A program in a pseudo-terminal of 80 columns and 24 rows. */
export interface InTerminal extends AsyncDisposable {
  type(text: string): void;
  /** Resolves when this has been shown since the last call, styling left out; everything up to it is then behind. */
  shows(text: string | RegExp): Promise<void>;
  /** All bytes. */
  output(): string;
  readonly ended: Promise<number | null>;
  /** Sends a signal to the program itself. */
  kill(signal: NodeJS.Signals): void;
}

export interface TerminalOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

export function skeinInTerminal(args: readonly string[], { cwd, env = {} }: TerminalOptions): InTerminal {
  const run = `stty rows 24 cols 80; echo pid $$; exec ${skeinLine(args)}`;
  const child = spawn("script", ["-qfec", run, "/dev/null"], { cwd, env: terminalEnv(cwd, env) });
  return follow(child);
}

function follow(child: ChildProcessWithoutNullStreams): InTerminal {
  let output = "";
  let seen = 0;
  const watchers = new Set<() => void>();
  child.stdin.on("error", () => undefined);
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
    for (const watcher of watchers) watcher();
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on("close", (code) => resolve(code));
  });
  const plain = () => stripVTControlCharacters(output);
  return {
    type: (text) => void child.stdin.write(text),
    output: () => output,
    ended,
    kill(signal) {
      const pid = Number(/pid (\d+)/.exec(output)?.[1]);
      process.kill(pid, signal);
    },
    shows(text) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const rest = plain().slice(seen);
          const at = typeof text === "string" ? rest.indexOf(text) : rest.search(text);
          if (at < 0) return;
          seen += at + (typeof text === "string" ? text.length : 1);
          watchers.delete(look);
          clearTimeout(timer);
          resolve();
        };
        const fail = () =>
          reject(new Error(`It has not shown ${String(text)}. Since then:\n${plain().slice(seen)}`));
        const timer = setTimeout(fail, 30_000).unref();
        watchers.add(look);
        void ended.then(fail);
        look();
      });
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
