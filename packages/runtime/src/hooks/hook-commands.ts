import { dirname } from "node:path";
import { privateIndexVariables } from "@skein/platform/variables";
import { harmlessVariables } from "@skein/extensions";
import { findShell } from "@skein/extensions-builtin/developer";
import { stripTerminalCodes, messageOf } from "@skein/protocol";
import type { HookCommandEnd, RunHookCommand } from "@skein/hooks";
import { runProcess } from "../processes/run-process.ts";

/** What holds a command back, as the sandbox of the shell does. Rejects with a sentence when it cannot: it is not run then. */
type HoldCommand = (command: {
  /** The program first, absolute. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Folders that it may see although they are hidden. */
  readonly readable: readonly string[];
}) => Promise<{
  /** What to start instead. */
  readonly argv: readonly string[];
  /** Added to the command's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Is called when the command has ended. */
  readonly release: () => void;
}>;

export interface HookCommandsOptions {
  /** Where they run; absolute. */
  readonly cwd: string;
  /** Of it they get what is harmless, besides what is declared for them. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default: nothing holds them back. */
  readonly hold?: HoldCommand | undefined;
}

/** How much of each output is kept. */
const keptBytes = 1_048_576;

/** Runs the commands of hooks: each in a shell and a process group of its own, with nothing left of it at its end. */
export function hookCommands({ cwd, env, hold = asItIs }: HookCommandsOptions): RunHookCommand {
  const index = privateIndexVariables(env, cwd);
  const inherited = { ...harmlessVariables(env), ...index };
  const readable = Object.values(index).map((path) => dirname(path));
  const shell = findShell(inherited["PATH"]);
  return async ({ command, input, environment, timeoutMs }, signal) => {
    const held = await hold({ argv: [...shell, command], cwd, readable }).catch(messageOf);
    if (typeof held === "string") return notStarted(held);
    const output = { stdout: keepHead(), stderr: keepHead() };
    try {
      const end = await runProcess(
        {
          argv: held.argv,
          cwd,
          environment: { ...inherited, ...environment, ...held.env },
          kind: "hook",
          timeoutMs,
          input,
          onOutput: (chunk, stream) => output[stream].add(chunk),
        },
        signal,
      );
      if (typeof end === "object" && "notStarted" in end) return notStarted(end.notStarted);
      return { how: end, stdout: output.stdout.text(), stderr: output.stderr.text() };
    } finally {
      held.release();
    }
  };
}

const asItIs: HoldCommand = ({ argv }) => Promise.resolve({ argv, env: {}, release: () => undefined });

function notStarted(why: string): HookCommandEnd {
  return { how: "not-started", stdout: "", stderr: why };
}

function keepHead(): { readonly add: (chunk: Buffer) => void; readonly text: () => string } {
  const chunks: Buffer[] = [];
  let left = keptBytes;
  return {
    add(chunk) {
      if (left > 0) chunks.push(chunk.subarray(0, left));
      left -= Math.min(left, chunk.length);
    },
    text: () => stripTerminalCodes(Buffer.concat(chunks).toString("utf8")),
  };
}
