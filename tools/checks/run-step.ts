import { spawn } from "node:child_process";

/** One check: commands that run one after the other until one fails. */
export interface Step {
  readonly name: string;
  readonly commands: readonly (readonly string[])[];
}

export interface StepResult {
  readonly name: string;
  readonly ok: boolean;
  readonly durationMs: number;
  readonly output: string;
}

/** Runs a step. `live` shows its output as it comes; otherwise the result carries it. */
export async function runStep({ name, commands }: Step, live: boolean): Promise<StepResult> {
  const started = performance.now();
  let output = "";
  let ok = true;
  for (const [command = "", ...args] of commands) {
    const ended = await runCommand(command, args, live);
    output += ended.output;
    ok = ended.exitCode === 0;
    if (!ok) break;
  }
  return { name, ok, durationMs: performance.now() - started, output };
}

/** A command that is running gets these from us; it would outlive us otherwise. */
const ended = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function runCommand(command: string, args: readonly string[], live: boolean) {
  const shell = process.platform === "win32";
  const child = spawn(command, args, { shell, stdio: live ? "inherit" : ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of ended) process.on(signal, forward);
  return new Promise<{ exitCode: number; output: string }>((resolve) => {
    child.on("error", (error) => resolve({ exitCode: 127, output: `${output}${error.message}\n` }));
    child.on("close", (code) => resolve({ exitCode: code ?? 1, output }));
  }).finally(() => {
    for (const signal of ended) process.off(signal, forward);
  });
}
