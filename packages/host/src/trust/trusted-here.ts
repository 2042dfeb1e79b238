import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import {
  recipeTrust,
  trustStore,
  type TrustedProject,
  type TrustedRecipe,
  type TrustState,
} from "@skein/settings";
import { listUntrustedFiles, trustUntrustedFile } from "@skein/runtime/untrusted-files";
import type { Machine } from "../machine.ts";

type UntrustedFile = ReturnType<typeof listUntrustedFiles>[number];

/** What a user has agreed to. */
export interface Trusted {
  readonly projects: readonly (TrustedProject & { readonly state: TrustState })[];
  readonly recipes: readonly TrustedRecipe[];
  /** What commands in the sandbox have left in files that programs obey, and what nothing of Skein reads. */
  readonly untrustedFiles: readonly UntrustedFile[];
}

export async function listTrusted({ directories: { data } }: Machine): Promise<Trusted> {
  const [projects, recipes] = await Promise.all([trustStore(data).list(), recipeTrust(data).list()]);
  return { projects, recipes, untrustedFiles: listUntrustedFiles(data) };
}

/** Characters of a hash that are enough to name it. */
const shortestHash = 8;

/**
 * A project by its path; a recipe by its path, its hash or the beginning of that.
 *
 * @returns whether it was trusted.
 */
export async function forgetTrusted(
  { directories: { data } }: Machine,
  word: string,
  cwd: string,
): Promise<boolean> {
  const path = resolve(cwd, word);
  if (await trustStore(data).remove(path)) return true;
  const recipes = recipeTrust(data);
  const begins = word.length >= shortestHash ? word.toLowerCase() : undefined;
  const meant = (await recipes.list()).filter(
    (one) => one.path === path || (begins !== undefined && one.hash.startsWith(begins)),
  );
  const removed = await Promise.all(meant.map(({ hash }) => recipes.remove(hash)));
  return removed.includes(true);
}

/** Trusts a file that a command has left, or puts it back. @returns `undefined` for any other file. Throws `ConfigError`. */
export async function trustFileHere(
  { directories: { data } }: Machine,
  word: string,
  cwd: string,
): Promise<UntrustedFile | undefined> {
  const path = resolve(cwd, word);
  const real = join(await realpath(dirname(path)).catch(() => dirname(path)), basename(path));
  return (await trustUntrustedFile(data, real)) ?? (await trustUntrustedFile(data, path));
}
