import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** Paths of the copies, by the index that was copied. */
const copies = new Map<string, string | undefined>();

/**
 * The variables with which git in a folder sees the index of the commit under way, if Skein runs in a git hook of the same
 * checkout: a copy, because git has the original locked, and a command must not change what is committed. In `git commit
 * -a` it is another file than the repository's index.
 *
 * @param cwd - where the child runs; absolute.
 * @param started - the folder Skein was started in; git starts hooks in the top folder of the checkout.
 */
export function privateIndexVariables(
  environment: Readonly<Record<string, string | undefined>>,
  cwd: string,
  started: string = process.cwd(),
): Readonly<Record<string, string>> {
  const file = environment["GIT_INDEX_FILE"];
  if (!file) return {};
  const checkout = checkoutOf(started);
  if (checkout === undefined || checkoutOf(cwd) !== checkout) return {};
  const source = resolve(started, file);
  if (!copies.has(source)) copies.set(source, copyIndex(source));
  const path = copies.get(source);
  return path === undefined ? {} : { GIT_INDEX_FILE: path };
}

function copyIndex(source: string): string | undefined {
  // Before the first commit there is no index.
  if (!existsSync(source)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "skein-index-"));
  const path = join(folder, "index");
  copyFileSync(source, path);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return path;
}

/** The nearest folder with a `.git`, which is a file in a linked worktree. */
function checkoutOf(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  return dirname(folder) === folder ? undefined : checkoutOf(dirname(folder));
}
