import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, relative } from "node:path";
import type { Barrier } from "../../../packages/sandbox/src/index.ts";
import { credentialPaths, protectedPaths } from "../../../packages/sandbox/src/index.ts";
import { repository, type Shape } from "./shapes.ts";

export interface Ran {
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

const setEnvironment = {
  LC_ALL: "C",
  GIT_AUTHOR_DATE: "2026-01-01T00:00:00Z",
  GIT_COMMITTER_DATE: "2026-01-01T00:00:00Z",
  GIT_AUTHOR_NAME: "Someone",
  GIT_AUTHOR_EMAIL: "someone@example.org",
  GIT_COMMITTER_NAME: "Someone",
  GIT_COMMITTER_EMAIL: "someone@example.org",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_COUNT: "2",
  GIT_CONFIG_KEY_0: "safe.directory",
  GIT_CONFIG_VALUE_0: "*",
  GIT_CONFIG_KEY_1: "advice.detachedHead",
  GIT_CONFIG_VALUE_1: "false",
  SKEIN_PROOF_MODULES: join(import.meta.dirname, "../../../node_modules"),
};

export function start(
  argv: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  const [program = "", ...args] = argv;
  const options = {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", ...setEnvironment, ...env },
    timeout: 120_000,
    maxBuffer: 1 << 24,
  };
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      resolve({ code: error ? (error.code ?? error.signal ?? "?") : 0, stdout, stderr });
    });
  });
}

export const shell = (script: string): readonly string[] => [
  "/bin/bash",
  "--noprofile",
  "--norc",
  "-c",
  script,
];

export const asUser = (id: number | undefined, argv: readonly string[]): readonly string[] =>
  id === undefined
    ? argv
    : ["/usr/bin/setpriv", `--reuid=${id}`, `--regid=${id}`, "--clear-groups", "--", ...argv];

/** In a mount namespace of its own, in which a folder is read-only. */
export const onReadOnlyMount = (folder: string, argv: readonly string[]): readonly string[] => [
  "/usr/bin/unshare",
  "-m",
  "/bin/sh",
  "-ec",
  'mount --bind "$0" "$0"; mount -o remount,bind,ro "$0"; cd "$PWD"; exec "$@"',
  folder,
  ...argv,
];

const made = new Map<string, string>();

/** Makes a project of a shape in a new folder; the first of a shape is kept and copied. @returns its working folder. */
export async function makeProject(folder: string, shape: Shape): Promise<string> {
  const { name, make = repository, owner, holdsPath, folder: place = "project" } = shape;
  const before = made.get(name);
  if (before === undefined || holdsPath) {
    mkdirSync(folder);
    const ran = await start(shell(`set -e\n${make}`), folder, {
      HOME: folder,
      npm_config_cache: `${folder}-cache`,
    });
    if (ran.code !== 0) throw new Error(`${name} could not be made: ${ran.stderr}`);
    if (owner !== undefined) await start(["chown", "-R", `${owner}:${owner}`, folder], "/", {});
    if (!holdsPath) {
      const kept = `${folder}-kept`;
      await start(["cp", "-a", folder, kept], "/", {});
      made.set(name, kept);
    }
  } else await start(["cp", "-a", before, folder], "/", {});
  return join(folder, place);
}

export interface HeldRun extends Ran {
  readonly changes: readonly string[];
  /** What in its output points to the sandbox. */
  readonly signs: readonly string[];
  /** What users are told once, at the start. Only in a mount namespace. */
  readonly notices?: readonly string[];
  /** Milliseconds that wrapping and checking took. */
  readonly ownMs: number;
}

export interface HeldPlace {
  readonly workspace: string;
  /** A folder for what the sandbox needs, outside of the project. */
  readonly beside: string;
  /** The number of the command among those that run at once. Default: 1. */
  readonly lane?: number;
}

/** Runs a command in the sandbox. */
export async function runHeld(
  barrier: Barrier,
  script: string,
  { workspace, beside, lane = 1 }: HeldPlace,
): Promise<HeldRun> {
  const [temporary, state, home] = ["temporary", "state", "home"].map((name) => join(beside, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [beside, temporary, state, home]) mkdirSync(path, { recursive: true });
  const opened = barrier.open({
    workspace,
    temporary,
    state,
    hosts: [],
    hidden: credentialPaths(home),
    protect: protectedPaths(home, workspace),
  });
  try {
    const before = performance.now();
    const wrapped = await opened.wrap({ argv: shell(script), cwd: workspace });
    const wrapMs = performance.now() - before;
    const ran = await start(wrapped.argv, workspace, {
      HOME: home,
      LANE: `${lane}`,
      ...wrapped.env,
    });
    const ended = performance.now();
    const changes = await wrapped.release();
    const ownMs = wrapMs + performance.now() - ended;
    return {
      ...ran,
      ownMs,
      signs: wrapped.signsIn(ran.stdout + ran.stderr),
      changes: changes.map(({ path, aside }) => `${relative(workspace, path)}: ${aside ? "aside" : "named"}`),
    };
  } finally {
    opened.close();
  }
}

/** Files of a folder with modes and contents; of repositories what Git says, because times are in the rest. */
export async function treeOf(folder: string, workspace: string): Promise<readonly string[]> {
  const lines: string[] = [];
  const walk = (path: string) => {
    for (const name of readdirSync(path).toSorted()) {
      const here = join(path, name);
      const stats = lstatSync(here);
      const label = relative(folder, here);
      if ([".git", "elsewhere", "bare"].includes(name)) {
        lines.push(`${label} ${stats.uid}`);
        continue;
      }
      const content = stats.isSymbolicLink()
        ? readlinkSync(here)
        : stats.isFile()
          ? createHash("sha256").update(readFileSync(here)).digest("hex")
          : "";
      lines.push(`${label} ${(stats.mode & 0o7777).toString(8)} ${stats.uid} ${content}`);
      if (stats.isDirectory()) walk(here);
    }
  };
  walk(folder);
  const git = await start(
    shell(
      "git symbolic-ref -q HEAD || git rev-parse HEAD; git for-each-ref --format='%(refname) %(objectname)'; git ls-files -s; git config --list --local | sort",
    ),
    workspace,
    { HOME: folder },
  );
  return [...lines, ...git.stdout.split("\n").filter((line) => !line.includes("skein-proof-"))];
}

/** Whether Git finds nothing wrong. */
export async function isSound(workspace: string): Promise<boolean> {
  const checked = await start(
    shell("git rev-parse -q --git-dir > /dev/null 2>&1 || exit 0; git fsck --no-dangling 2>&1"),
    workspace,
    { HOME: "/" },
  );
  return checked.code === 0;
}
