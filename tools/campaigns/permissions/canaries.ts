import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { NotStarted } from "../runner/not-started.ts";
import { copyCanaries, sandbox, secrets, state, type Deeds } from "./canary-copy.ts";

/** A home with a project, in copies of which lines are run for real: files that show who has read or changed them. */
export interface Canaries extends Disposable {
  readonly home: string;
  readonly cwd: string;
  /** How many lines can run at once. */
  readonly atOnce: number;
  /** Runs a line in a copy of its own. Throws if as many are running as can. */
  run(line: string): Promise<Deeds>;
}

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

/** @param atOnce - how many lines can run at once. Default: two for each processor, since some lines only wait. */
export function canaries(atOnce = 2 * availableParallelism()): Canaries {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "skein-canaries-")));
  const root = join(parent, "root");
  const home = join(root, "home");
  const cwd = join(home, "work");
  // Not in the arguments of a program, which others may list.
  const environment = join(root, "environment");
  for (const [name, text] of Object.entries(contents(home))) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  writeFileSync(environment, secrets.environment);
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd, stdio: "ignore", env: { ...process.env, HOME: home } });
  git("init", "-q");
  git("add", "a", "b", "src", "package.json");
  git("commit", "-qm", "first");
  process.env["HOME"] = home;
  const pristine = { parent, root, home, cwd, environment, state: state(home) };
  const free = Array.from({ length: atOnce }, (_, index) =>
    copyCanaries(pristine, join(parent, `copy-${index}`)),
  );
  if (spawnSync(sandbox, [...(free[0]?.args ?? []), "true"]).status !== 0)
    throw new NotStarted(
      "The lines run in bubblewrap, which does not work here. Install it, or use --lines 0.",
    );
  return {
    home,
    cwd,
    atOnce,
    async run(line) {
      const copy = free.pop();
      if (copy === undefined) throw new Error(`More than ${atOnce} lines run at once.`);
      const deeds = await copy.run(line);
      free.push(copy);
      return deeds;
    },
    [Symbol.dispose]: () => rmSync(parent, { recursive: true, force: true }),
  };
}
