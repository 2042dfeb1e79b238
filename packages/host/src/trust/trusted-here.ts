import { resolve } from "node:path";
import {
  recipeTrust,
  trustStore,
  type TrustedProject,
  type TrustedRecipe,
  type TrustState,
} from "@skein/settings";
import type { Machine } from "../machine.ts";

/** What a user has agreed to. */
export interface Trusted {
  readonly projects: readonly (TrustedProject & { readonly state: TrustState })[];
  readonly recipes: readonly TrustedRecipe[];
}

export async function listTrusted({ directories: { data } }: Machine): Promise<Trusted> {
  const [projects, recipes] = await Promise.all([trustStore(data).list(), recipeTrust(data).list()]);
  return { projects, recipes };
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
