import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync } from "node:fs";
import { startProgram, type Program } from "@skein/extension-kit/program";
import { messageOf } from "@skein/protocol";
import { missingProgram } from "../packages/missing-launcher.ts";
import { lastWords, type LastWords } from "./last-words.ts";
import { limits, waits } from "./limits.ts";
import { errorLines } from "./log-lines.ts";
import { markVariable, serverEnvironment } from "./server-environment.ts";
import type { McpCommandSettings } from "./settings.ts";

/** A server's process. Its standard input and output carry the protocol. */
export interface ServerProcess extends Program {
  readonly words: LastWords;
  /** How it ended and its last output, as the end of a sentence. */
  describeEnd(): string;
}

/** Throws an `Error` whose message says why it could not be started. */
export async function startServer(settings: McpCommandSettings, name: string): Promise<ServerProcess> {
  const { command, args = [], env = {}, cwd, hold } = settings;
  const held = await hold?.({ argv: [command, ...args], cwd: cwd ?? process.cwd() });
  const [program = command, ...rest] = held?.argv ?? [command, ...args];
  const value = `${name}.${crypto.randomUUID().slice(0, 8)}`;
  const started = await startProgram({
    argv: [program, ...rest],
    cwd,
    env: { ...serverEnvironment(process.env, env), ...held?.env },
    mark: { name: markVariable, value },
    untilTermMs: waits.untilTerm,
    untilKillMs: waits.untilKill,
    lastOutputMs: waits.lastOutput,
  }).catch((error: unknown) => {
    held?.release();
    throw new Error(cannotStart(error, settings), { cause: error });
  });
  const { child, gone } = started;
  void gone.then(held?.release);
  const words = lastWords();
  // Only the end of a flood is decoded.
  const logged = settings.log && errorLines(settings.log);
  child.stderr.on("data", (chunk: Buffer) => {
    const text = chunk.subarray(-limits.stderrCharacters).toString("utf8");
    words.add(text);
    logged?.(text);
  });
  return { ...started, words, describeEnd: () => describeEnd(child, words) };
}

function describeEnd({ exitCode, signalCode }: ChildProcessWithoutNullStreams, words: LastWords): string {
  const line = words.line();
  const how =
    signalCode !== null
      ? `it was ended by ${signalCode}`
      : exitCode !== null
        ? `it ended with exit code ${exitCode}`
        : "the connection was closed";
  return line === undefined ? `${how} and said nothing` : `${how}: ${line}`;
}

function cannotStart(error: unknown, { command, cwd }: McpCommandSettings): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" && cwd !== undefined && !existsSync(cwd)) return `the folder ${cwd} does not exist`;
  if (code === "ENOENT") return missingProgram(command);
  if (code === "EACCES") return `"${command}" may not be run`;
  return messageOf(error);
}
