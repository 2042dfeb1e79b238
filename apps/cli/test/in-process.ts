import { rmdirSync } from "node:fs";
import { Readable } from "node:stream";
import { commands } from "../src/later.ts";
import { knownProviders } from "../src/providers.ts";
import { runCommand } from "../src/run-command.ts";

export interface EndedHere {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The lines of standard output, parsed. */
  lines(): Record<string, unknown>[];
}

/**
 * A command in this process, with a working folder, an environment, a standard input and outputs of its own: for
 * what is proven by the words, the code, files and requests, at a tenth of what a process costs. Calls at the same time
 * are made one after the other.
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
  /** Standard input. Default: empty. */
  readonly input?: string | Buffer | undefined;
}

let last: Promise<unknown> = Promise.resolve();

async function runAlone(args: readonly string[], { cwd, env, isGone, input }: Place): Promise<EndedHere> {
  const said = { stdout: "", stderr: "" };
  const restore = [
    useEnvironment(env),
    useFolder(cwd, isGone ?? false),
    keepProviders(),
    useInput(input ?? ""),
    listen("stdout", (text) => (said.stdout += text)),
    listen("stderr", (text) => (said.stderr += text)),
  ];
  try {
    const exitCode = await runCommand(commands, args);
    return { exitCode, ...said, lines: () => parsedLines(said.stdout) };
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

function useInput(input: string | Buffer): () => void {
  return replace(process, "stdin", Readable.from(input.length === 0 ? [] : [Buffer.from(input)]));
}

/** Those that a command has learned of its own folders are its own. */
function keepProviders(): () => void {
  const before = { ...knownProviders };
  return () => {
    for (const id of Object.keys(knownProviders)) Reflect.deleteProperty(knownProviders, id);
    Object.assign(knownProviders, before);
  };
}

function listen(name: "stdout" | "stderr", onText: (text: string) => void): () => void {
  return replace(process[name], "write", (chunk: string | Uint8Array, ...rest: readonly unknown[]) => {
    onText(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
    const written = rest.find((one) => typeof one === "function");
    if (written) process.nextTick(written);
    return true;
  });
}

/** By hand: a spy would be removed at the end of any test that runs at the same time. */
function replace(owner: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  return () => {
    if (before) Object.defineProperty(owner, name, before);
    else Reflect.deleteProperty(owner, name);
  };
}

export function parsedLines(stdout: string): Record<string, unknown>[] {
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
