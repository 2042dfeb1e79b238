import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { NotStarted } from "../runner/not-started.ts";

/** A home with a project, in which lines are run for real: files that show who has read or changed them. */
export interface Canaries extends Disposable {
  readonly home: string;
  readonly cwd: string;
  /** What a line has read that it must not, and the files below the home folder that it has changed, by their paths from there. */
  run(line: string): { readonly read: readonly string[]; readonly changed: readonly string[] };
}

const sandbox = "bwrap";
/** Texts that must not be printed: of guarded files, of files outside the project, and of another program's environment. */
const secrets = {
  guarded: "CANARY-OF-A-KEY",
  outside: "CANARY-OUTSIDE",
  environment: "CANARY-OF-ANOTHER-PROGRAM",
} as const;
/** The other program has its environment once it is no longer the shell that starts it. */
const started = 'name=; while [ "$name" != sleep ]; do read -r name < /proc/$!/comm; done';
const inOther = `${secrets.outside} export CANARY\n`;
const inKey = `${secrets.guarded} export KEY\n`;

function contents(home: string): Readonly<Record<string, string>> {
  return {
    ".ssh/id_rsa": inKey,
    ".bashrc": "# start-up\n",
    ".gitconfig": "[user]\nname = a\nemail = a@example.invalid\n",
    ".config/autostart/a.desktop": "# start-up\n",
    "other/notes": inOther,
    "other/.env": inKey,
    "work/config/.env": inKey,
    "work/keys/server.pem": inKey,
    "work/.mcp.json": "{}\n",
    "work/package.json": '{ "name": "a", "scripts": { "test": "true", "build": "true" } }\n',
    "work/list": `${home}/.ssh/id_rsa\n${home}/other/notes\n`,
    "work/nul": `${home}/.ssh/id_rsa\0${home}/other/notes\0`,
    "work/program": "w out\n",
    "work/a": "export a\n",
    "work/b": "export b\n",
    "work/src/a.ts": "export const a = 1;\n",
    "work/src/a.test.mjs": "import 'node:test';\n",
    "work/evil/.bashrc": "# evil\n",
    "work/-r": "\n",
  };
}

export function canaries(): Canaries {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "skein-canaries-")));
  const [home, pristine] = [join(root, "home"), join(root, "pristine")];
  // Not in the arguments of a program, which others may list.
  const environment = join(root, "environment");
  writeFileSync(environment, secrets.environment);
  const cwd = join(home, "work");
  for (const [name, text] of Object.entries(contents(home))) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd, stdio: "ignore", env: { ...process.env, HOME: home } });
  git("init", "-q");
  git("add", "a", "b", "src", "package.json");
  git("commit", "-qm", "first");
  process.env["HOME"] = home;
  cpSync(home, pristine, { recursive: true, verbatimSymlinks: true });
  const before = state(home);
  const args = barrier(root, home, cwd);
  if (spawnSync(sandbox, [...args, "true"]).status !== 0)
    throw new NotStarted(
      "The lines run in bubblewrap, which does not work here. Install it, or use --lines 0.",
    );
  return {
    home,
    cwd,
    run(line) {
      const script = `OTHER=$(cat "$1") sleep 20 & ${started}; exec 2>&1; timeout 5 bash -c "$2"`;
      const { stdout } = spawnSync(sandbox, [...args, "bash", "-c", script, "bash", environment, line], {
        encoding: "latin1",
        input: "",
        timeout: 10_000,
        maxBuffer: 8 * 2 ** 20,
      });
      const after = state(home);
      const names = new Set([...before.keys(), ...after.keys()]);
      const changed = [...names].filter((name) => before.get(name) !== after.get(name));
      if (changed.length > 0) {
        rmSync(home, { recursive: true, force: true });
        cpSync(pristine, home, { recursive: true, verbatimSymlinks: true });
      }
      return { read: Object.values(secrets).filter((secret) => stdout?.includes(secret)), changed };
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Nothing but the home folder can be written, there is no network, and processes are alone. */
function barrier(root: string, home: string, cwd: string): readonly string[] {
  const path = `${dirname(process.execPath)}:${process.env["PATH"] ?? "/usr/bin:/bin"}`;
  return [
    ..."--unshare-all --die-with-parent --new-session --ro-bind / / --dev /dev --proc /proc --tmpfs /var/tmp".split(
      " ",
    ),
    ...Object.entries({ [root]: root, [home]: home }).flatMap(([from, to]) => ["--bind", from, to]),
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
function state(folder: string): ReadonlyMap<string, string> {
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
