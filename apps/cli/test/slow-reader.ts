import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { entry, entryEnv } from "./entry.ts";

export interface ReadLate {
  readonly exitCode: number;
  /** All that came through the pipe. */
  readonly read: string;
  /** What standard error had, where the pipe is standard output. */
  readonly errors: string;
}

export interface LateOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly of?: "stdout" | "stderr";
  /** What reads from the pipe, in a shell's words. Default: sleeps, then reads all. */
  readonly reader?: string;
}

/** What a pipe holds on Linux, in bytes: once it is full, all that a command writes has to wait for its reader. */
const pipeBytes = 65_536;

/** Runs `skein` with its output in a real pipe that is full already and whose reader takes its time. */
export async function readLate(
  args: readonly string[],
  { cwd, env, of = "stdout", reader = "sleep 1.5; cat" }: LateOptions,
): Promise<ReadLate> {
  const streams = of === "stdout" ? "" : "2>&1 >/dev/null";
  const fill = `head -c ${pipeBytes} /dev/zero`;
  const line = `{ ${fill}; "$@" ${streams} </dev/null; echo $? >&3; } | { ${reader}; }`;
  const child = spawn("bash", ["-c", line, "bash", process.execPath, entry, ...args], {
    cwd,
    env: {
      ...entryEnv,
      PATH: process.env["PATH"] ?? "",
      HOME: cwd,
      SKEIN_NO_KEYRING: "1",
      SKEIN_SANDBOX: "off",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const codePipe = child.stdio[3] as NodeJS.ReadableStream;
  const [read, errors, code] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    text(codePipe),
    once(child, "close"),
  ]);
  return { exitCode: Number(code), read: read.replaceAll("\0", ""), errors };
}
