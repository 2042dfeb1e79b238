import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";

export const sandbox = "bwrap";

/** Texts that must not be printed: of guarded files, of files outside the project, and of another program's environment. */
export const secrets = {
  guarded: "CANARY-OF-A-KEY",
  outside: "CANARY-OUTSIDE",
  environment: "CANARY-OF-ANOTHER-PROGRAM",
} as const;

/** What a line did. */
export interface Deeds {
  /** Secrets that it has printed. */
  readonly read: readonly string[];
  /** Files below the home folder that it has changed, by their paths from there. */
  readonly changed: readonly string[];
}

/** The folders that every line sees, and what is in them before a line runs. Absolute paths. */
export interface Pristine {
  /** The folder of the original and of all copies; lines see nothing else of it. */
  readonly parent: string;
  readonly root: string;
  readonly home: string;
  readonly cwd: string;
  /** The file with the text of the other program. */
  readonly environment: string;
  readonly state: ReadonlyMap<string, string>;
}

/** A copy in which one line at a time runs. */
export interface CanaryCopy {
  /** Arguments of the sandbox, before the command. */
  readonly args: readonly string[];
  /** Rejects if the line could not be started. */
  run(line: string): Promise<Deeds>;
}

/** The other program has its environment once it is no longer the shell that starts it. */
const started = 'name=; while [ "$name" != sleep ]; do read -r name < /proc/$!/comm; done';
const script = `OTHER=$(<"$1") sleep 20 & ${started}; exec 2>&1; timeout 5 bash -c "$2"`;

/** @param folder - where the copy is made. Lines see it at the place of the original. */
export function copyCanaries(pristine: Pristine, folder: string): CanaryCopy {
  const home = join(folder, relative(pristine.root, pristine.home));
  cpSync(pristine.root, folder, { recursive: true, verbatimSymlinks: true });
  const args = barrier(pristine, { [folder]: pristine.root, [home]: pristine.home });
  return {
    args,
    async run(line) {
      const printed = await output([...args, "bash", "-c", script, "bash", pristine.environment, line]);
      const after = state(home);
      const names = new Set([...pristine.state.keys(), ...after.keys()]);
      const changed = [...names].filter((name) => pristine.state.get(name) !== after.get(name));
      if (changed.length > 0) {
        rmSync(home, { recursive: true, force: true });
        cpSync(pristine.home, home, { recursive: true, verbatimSymlinks: true });
      }
      return { read: Object.values(secrets).filter((secret) => printed.includes(secret)), changed };
    },
  };
}

/** What the line prints, at most 8 MiB, within 10 s. */
function output(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const limits = { timeout: 10_000, maxBuffer: 8 * 2 ** 20 };
    const child = execFile(sandbox, args, { ...limits, encoding: "latin1" }, (error, stdout) => {
      const isStarted = typeof error?.code !== "string" || error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER";
      if (isStarted) resolve(stdout);
      else reject(error);
    });
    child.stdin?.on("error", () => undefined);
    child.stdin?.end();
  });
}

/** Only the home folder and its parent can be written, there is no network, and processes are alone. */
function barrier(
  { parent, home, cwd }: Pristine,
  folders: Readonly<Record<string, string>>,
): readonly string[] {
  const path = `${dirname(process.execPath)}:${process.env["PATH"] ?? "/usr/bin:/bin"}`;
  return [
    ..."--unshare-all --die-with-parent --new-session --ro-bind / / --dev /dev --proc /proc --tmpfs /var/tmp".split(
      " ",
    ),
    "--tmpfs",
    parent,
    ...Object.entries(folders).flatMap(([from, to]) => ["--bind", from, to]),
    "--remount-ro",
    parent,
    "--chdir",
    cwd,
    "--clearenv",
    ...Object.entries({ HOME: home, PATH: path, LANG: "C.UTF-8" }).flatMap(([name, value]) => [
      "--setenv",
      name,
      value,
    ]),
  ];
}

/** The hash of each file and each link below a folder, by its path from there; of folders only that they are there. */
export function state(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    // Git refreshes what it knows of files when it reads.
    if (name === "work/.git/index") continue;
    if (entry.isSymbolicLink()) found.set(name, `link ${readlinkSync(path)}`);
    else if (entry.isFile()) found.set(name, createHash("sha256").update(readFileSync(path)).digest("hex"));
    else found.set(name, "folder");
  }
  return found;
}
