import { privateIndexVariables } from "@skein/platform/variables";
import { ignoredBy } from "@skein/extensions-builtin/developer";

import { harmlessVariables } from "@skein/extensions";
import { pathGuard } from "@skein/permissions";
import { ConfigError } from "@skein/protocol";
import { runProcess } from "./processes/run-process.ts";

export { isPlainRepository } from "./checkpoints/plain-repository.ts";

export interface GitOptions {
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

export interface GitOutput {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const mostBytes = 64 * 1024 * 1024;
const timeoutMs = 120_000;

/** Programs that the repository's settings name for what only reads. */
const withoutPrograms = [
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "core.quotePath=false",
];

/**
 * Runs git on what only reads. Between commits it starts no program that the repository's settings name; where it looks at
 * files of the working tree, `isPlainRepository` has to be asked before.
 *
 * @throws ConfigError when git cannot be started, or says too much.
 */
export async function readGit(args: readonly string[], options: GitOptions): Promise<GitOutput> {
  const index = privateIndexVariables(options.env, options.cwd);
  const variables = { ...index, GIT_OPTIONAL_LOCKS: "0", GIT_NO_LAZY_FETCH: "1" };
  return runGit(args, { ...options, variables });
}

/**
 * Runs git without hooks and monitors. Filters that the repository's settings name do run where it checks files out.
 *
 * @throws ConfigError when git cannot be started, or says too much.
 */
export async function runGit(
  args: readonly string[],
  { cwd, env, signal, variables }: GitOptions & { readonly variables?: Readonly<Record<string, string>> },
): Promise<GitOutput> {
  const parts = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  let bytes = 0;
  const end = await runProcess(
    {
      argv: ["git", "--no-pager", ...withoutPrograms, ...args],
      cwd,
      environment: {
        ...harmlessVariables(env),
        GIT_TERMINAL_PROMPT: "0",
        ...variables,
      },
      kind: "git",
      timeoutMs,
      onOutput(chunk, stream) {
        bytes += chunk.length;
        if (bytes <= mostBytes) parts[stream].push(chunk);
      },
    },
    signal,
  );
  if (bytes > mostBytes) throw new ConfigError("usage", "git says more than 64 MiB.");
  if (typeof end !== "object" || !("code" in end)) {
    const why = typeof end === "object" && "notStarted" in end ? end.notStarted : "it did not end";
    throw new ConfigError("usage", `git cannot be used: ${why}`, { hint: "Is git installed?" });
  }
  const text = (stream: keyof typeof parts) => Buffer.concat(parts[stream]).toString();
  return { code: end.code, stdout: text("stdout"), stderr: text("stderr") };
}

const guard = pathGuard({ own: [] });

/** Whether a file is kept from the model: by an ignore file for models, or because it may hold secrets. @param path - absolute. */
export function isKeptFromModel(path: string): boolean {
  return ignoredBy(path) !== undefined || guard(path, "reads") !== undefined;
}
