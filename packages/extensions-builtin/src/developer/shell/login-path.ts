import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { basename, isAbsolute, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { systemPath } from "@skein/extension-kit/processes";
import { isJsonObject, type JsonValue } from "@skein/protocol";
import { loadChildProcess } from "../../later.ts";

export interface LoginPathOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Keeps what was found for the next process; its folder is there. Default: it is found once for each process. */
  readonly cacheFile?: string | undefined;
  /** The most milliseconds that a caller waits when nothing is known. Default 2,000. */
  readonly waitMs?: number;
  /** The most milliseconds that the shell may take. Default 5,000. */
  readonly shellMs?: number;
}

/** Shells that are called as here. */
const knownShells: ReadonlySet<string> = new Set(["bash", "zsh", "fish", "ksh", "sh", "dash"]);

/** Files that decide what a login shell finds, below the home folder. A change of one makes a kept path old. */
const startFiles = [
  ".profile",
  ".bash_profile",
  ".bashrc",
  ".zshenv",
  ".zprofile",
  ".zshrc",
  ".config/fish/config.fish",
];

/**
 * The PATH of the user's login shell, as a terminal would have it: with nvm, pyenv and Homebrew. It is read once. An old one
 * is used until the new one is there, so that no one waits twice; `undefined` when it is not known in time.
 */
export function loginPath(options: LoginPathOptions): () => Promise<string | undefined> {
  const { env, cacheFile, waitMs = 2_000, shellMs = 5_000 } = options;
  const { SHELL: shell = "", HOME: home = "" } = env;
  let found: Promise<string | undefined> | undefined;

  async function find(): Promise<string | undefined> {
    if (!isAbsolute(shell) || !isAbsolute(home) || !knownShells.has(basename(shell))) return undefined;
    const key = keyOf(shell, home);
    const kept = readKept(cacheFile);
    if (kept?.key === key) return kept.path;
    const reading = readPath(shell, home, env, shellMs).then((path) => {
      if (path !== undefined) keep(cacheFile, { key, path });
      return path;
    });
    if (kept) return kept.path;
    return Promise.race([reading, sleep(waitMs, undefined, { ref: false })]);
  }

  return () => (found ??= find().catch(() => undefined));
}

/** What a command finds: the folders of this process first, unless it has only the system's. */
export function joinedPath(own = "", login = ""): string {
  const [ours, theirs] = [own, login].map((path) => path.split(":").filter((folder) => folder !== ""));
  const usable = (theirs ?? []).filter((folder) => isAbsolute(folder));
  const isPlain = (ours ?? []).every((folder) => systemFolders.test(folder));
  const all = isPlain ? [...usable, ...(ours ?? [])] : [...(ours ?? []), ...usable];
  return [...new Set(all)].join(":");
}

const systemFolders = /^(?:\/usr(?:\/local)?)?\/(?:s?bin|games)\/?$|^\/snap\/bin$/;

interface KeptPath {
  readonly key: string;
  readonly path: string;
}

function keyOf(shell: string, home: string): string {
  const times = startFiles.map((name) => statSync(join(home, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return [shell, ...times].join(" ");
}

function readKept(file: string | undefined): KeptPath | undefined {
  if (file === undefined) return undefined;
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as JsonValue;
    if (!isJsonObject(value)) return undefined;
    const { key, path } = value;
    return typeof key === "string" && typeof path === "string" ? { key, path } : undefined;
  } catch {
    return undefined;
  }
}

function keep(file: string | undefined, path: KeptPath): void {
  if (file === undefined) return;
  try {
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(path), { mode: 0o600 });
    renameSync(draft, file);
  } catch {
    // It is found again next time.
  }
}

const mark = "skein-login-path:";

/** Interactive, because nvm and others are set up there. It gets no variable that may be secret, and no terminal. */
async function readPath(
  shell: string,
  home: string,
  env: LoginPathOptions["env"],
  limitMs: number,
): Promise<string | undefined> {
  const { spawn } = await loadChildProcess();
  const names = ["USER", "LOGNAME", "LANG", "XDG_CONFIG_HOME", "ZDOTDIR"];
  const passing = Object.fromEntries(
    names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
  const child = spawn(shell, ["-l", "-i", "-c", `printf '${mark}%s${mark}' "$PATH"`], {
    cwd: home,
    env: { ...passing, HOME: home, SHELL: shell, TERM: "dumb", PATH: systemPath },
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  let output = "";
  child.stdout.setEncoding("latin1").on("data", (piece: string) => {
    output = (output + piece).slice(-65_536);
    if (output.split(mark).length > 2) resolve(output);
  });
  child.once("error", () => resolve(""));
  child.once("exit", () => resolve(output));
  const timer = setTimeout(resolve, limitMs, "").unref();
  child.unref();
  const [, path] = (await promise).split(mark);
  clearTimeout(timer);
  child.stdout.destroy();
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended.
  }
  return path === undefined || path === "" ? undefined : path;
}
