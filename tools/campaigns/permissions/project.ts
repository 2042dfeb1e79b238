import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder to judge commands in. Nothing of what is judged is run. */
export interface Project extends Disposable {
  readonly cwd: string;
  readonly home: string;
}

const files = "a b c a.ts a.json src/a.ts src/x.ts test/a.test.ts test/x.ts sub/y sub/.env docs/a.md";

/** A repository with a few files, one of them guarded, in a home with keys. It becomes the home of this process. */
export function project(): Project {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "skein-permissions-")));
  const home = join(root, "home");
  const cwd = join(home, "project");
  for (const folder of ["src", "test", "sub", "docs"]) mkdirSync(join(cwd, folder), { recursive: true });
  for (const name of [...files.split(" "), "package.json"]) writeFileSync(join(cwd, name), "{}\n");
  mkdirSync(join(home, ".ssh"));
  mkdirSync(join(home, "other"));
  for (const name of [".ssh/id_rsa", ".bashrc", "other/notes"]) writeFileSync(join(home, name), "\n");
  execFileSync("git", ["init", "-q"], { cwd });
  process.env["HOME"] = home;
  return { cwd, home, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}
