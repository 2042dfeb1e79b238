import { spawn } from "node:child_process";
import { inheritedVariables } from "@skein/platform/variables";
import { displayText } from "@skein/terminal/width";

/** A line that takes longer is given up. */
const mostMs = 2_000;
/** Between two runs of the command. */
const everyMs = 1_000;
const mostBytes = 4_096;

export interface StatusCommandOptions {
  readonly command: string;
  readonly cwd: () => string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** There is another line. */
  readonly onChange: () => void;
  /** It fails: why, in a sentence. Told once. */
  readonly onFailure: (why: string) => void;
}

/** A line that a command of the user makes of the state of the chat. Nothing waits for it. */
export interface StatusCommand {
  /** What the command is to read, as JSON. It runs again when that has changed. */
  sees(state: object): void;
  /** `undefined` until there is one. */
  line(): string | undefined;
  stop(): void;
}

export function createStatusCommand(options: StatusCommandOptions): StatusCommand {
  const { onChange, onFailure } = options;
  let wanted = "";
  let shownFor: string | undefined;
  let line: string | undefined;
  let hasFailed = false;
  let end: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  function run(): void {
    timer = undefined;
    if (isOver || end || wanted === shownFor) return;
    shownFor = wanted;
    end = runOnce(options, wanted, (said) => {
      end = undefined;
      if (isOver) return;
      if ("line" in said) line = said.line;
      else if (!hasFailed) {
        hasFailed = true;
        onFailure(said.why);
      }
      onChange();
      // What has changed meanwhile has its turn, but not at once.
      timer ??= setTimeout(run, everyMs);
    });
  }

  return {
    sees(state) {
      wanted = JSON.stringify(state);
      if (wanted !== shownFor && timer === undefined && !end) run();
    },
    line: () => line,
    stop() {
      isOver = true;
      clearTimeout(timer);
      end?.();
    },
  };
}

type Said = { readonly line: string } | { readonly why: string };

/** @returns what ends it, with all that it has started. */
function runOnce(
  { command, cwd, env }: StatusCommandOptions,
  input: string,
  onEnd: (said: Said) => void,
): () => void {
  const child = spawn("/bin/sh", ["-c", command], {
    cwd: cwd(),
    env: inheritedVariables("user", env),
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
  });
  const kill = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  let output = "";
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    kill();
  }, mostMs);
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (output.length < mostBytes) output += text;
  });
  child.on("error", () => undefined);
  child.on("close", (code) => {
    clearTimeout(deadline);
    if (isLate) return onEnd({ why: `it took more than ${mostMs / 1000} s` });
    if (code !== 0) return onEnd({ why: `it ended with exit code ${code ?? "unknown"}` });
    onEnd({ line: displayText(output.slice(0, mostBytes).split("\n", 1)[0] ?? "").trim() });
  });
  return kill;
}
