import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { temporaryFolder } from "@skein/test-kit";
import { entry, entryEnv } from "./entry.ts";
import { parsedLines, runHere, type EndedHere } from "./in-process.ts";

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The lines of standard output, parsed. */
  lines(): Record<string, unknown>[];
}

interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ended>;
  /** Resolves when standard output or error has shown this. */
  shows(text: string): Promise<void>;
}

/** A home of its own for `skein`, with a working folder, in which commands run against a server on loopback. */
export interface SkeinHome extends AsyncDisposable {
  readonly home: string;
  readonly baseUrl: string;
  start(args: readonly string[], env?: Readonly<Record<string, string>>, given?: Given): Running;
  run(args: readonly string[], env?: Readonly<Record<string, string>>, given?: Given): Promise<Ended>;
  /** The same in this process: see `runHere`. */
  here(
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
    given?: Given & { readonly isGone?: boolean },
  ): Promise<EndedHere>;
}

interface Given {
  /** Standard input. Default: empty. */
  readonly input?: string | Buffer;
  /** Default: the home. */
  readonly cwd?: string;
}

export async function skeinHome(baseUrl = "http://127.0.0.1:9"): Promise<SkeinHome> {
  const folder = await temporaryFolder();
  const base = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder.path,
    SKEIN_NO_KEYRING: "1", // the keyring of whoever runs the tests is not ours
    SKEIN_SANDBOX: "off", // whether there is one depends on the machine: sandbox.e2e.test.ts asks for it
    ANTHROPIC_API_KEY: "sk-ant-test-key-0123456789",
    ANTHROPIC_BASE_URL: baseUrl,
  };
  const started: ChildProcessWithoutNullStreams[] = [];

  function start(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    { input = "", cwd = folder.path }: Given = {},
  ): Running {
    const child = spawn(process.execPath, [entry, ...args], { cwd, env: { ...entryEnv, ...base, ...env } });
    started.push(child);
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    return follow(child);
  }

  return {
    home: folder.path,
    baseUrl,
    start,
    run: (args, env, given) => start(args, env, given).ended,
    here: (args, env, { cwd = folder.path, isGone, input } = {}) =>
      runHere(args, { cwd, isGone, input, env: { ...base, ...env } }),
    async [Symbol.asyncDispose]() {
      for (const child of started) child.kill("SIGKILL");
      await folder[Symbol.asyncDispose]();
    },
  };
}

function follow(child: ChildProcessWithoutNullStreams): Running {
  let [stdout, stderr] = ["", ""];
  const watchers = new Set<() => void>();
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
    for (const watcher of watchers) watcher();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
    for (const watcher of watchers) watcher();
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (exitCode) =>
      resolve({
        exitCode,
        stdout,
        stderr,
        lines: () => parsedLines(stdout),
      }),
    );
  });
  return {
    child,
    ended,
    shows(text) {
      return new Promise((resolve, reject) => {
        const look = () => {
          if (!stdout.includes(text) && !stderr.includes(text)) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        void ended.then(() => reject(new Error(`It ended without showing "${text}":\n${stdout}\n${stderr}`)));
        look();
      });
    },
  };
}
