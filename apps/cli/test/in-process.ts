import { rmdirSync } from "node:fs";
import { vi } from "vitest";
import { commands } from "../src/command-table.ts";
import { runCommand } from "../src/run-command.ts";

export interface EndedHere {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A command in this process, with a working folder, an environment and outputs of its own: for what is proven by the
 * words and the code alone, at a tenth of what a process costs. Calls at the same time are made one after the other.
 */
export function runHere(args: readonly string[], place: Place): Promise<EndedHere> {
  const ended = last.then(() => runAlone(args, place));
  last = ended.catch(() => undefined);
  return ended;
}

interface Place {
  /** With `isGone` it is removed as soon as the command is in it. */
  readonly cwd: string;
  readonly isGone?: boolean | undefined;
  readonly env: Readonly<Record<string, string>>;
}

let last: Promise<unknown> = Promise.resolve();

async function runAlone(args: readonly string[], { cwd, env, isGone }: Place): Promise<EndedHere> {
  const said = { stdout: "", stderr: "" };
  const restore = [
    useEnvironment(env),
    useFolder(cwd, isGone ?? false),
    listen("stdout", (text) => (said.stdout += text)),
    listen("stderr", (text) => (said.stderr += text)),
  ];
  try {
    const exitCode = await runCommand(commands, args);
    return { exitCode, ...said };
  } finally {
    for (const back of restore) back();
  }
}

function useEnvironment(env: Readonly<Record<string, string>>): () => void {
  const before = { ...process.env };
  const set = (to: NodeJS.ProcessEnv) => {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, to);
  };
  set(env);
  return () => set(before);
}

function useFolder(cwd: string, isGone: boolean): () => void {
  const before = process.cwd();
  process.chdir(cwd);
  if (isGone) rmdirSync(cwd);
  return () => process.chdir(before);
}

function listen(name: "stdout" | "stderr", onText: (text: string) => void): () => void {
  const heard = vi.spyOn(process[name], "write").mockImplementation((chunk, ...rest) => {
    onText(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
    const written = rest.find((one) => typeof one === "function");
    if (written) process.nextTick(written);
    return true;
  });
  return () => heard.mockRestore();
}
