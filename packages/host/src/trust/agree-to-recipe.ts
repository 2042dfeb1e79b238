import { recipeTrust } from "@skein/settings";
import type { Machine } from "../machine.ts";
import { usableRecipe } from "../recipes/named-recipe.ts";
import { consentFor, type Consent, type ConsentFolders } from "../recipes/recipe-consent.ts";

/** What was agreed to: of a recipe, or of a file of tests. */
export interface AgreedTo {
  readonly hash: string;
  /** Where it is; absent for a link, which cannot be agreed to beforehand: nothing was kept. */
  readonly path?: string;
  /** What it starts and reaches, to be read. */
  readonly lines: readonly string[];
  /** Of a recipe. */
  readonly consent?: Consent;
}

/** @returns `undefined` when there is nothing to agree to. Throws `ConfigError`. */
export async function agreeToRecipe(
  machine: Machine,
  word: string,
  folders: ConsentFolders,
): Promise<AgreedTo | undefined> {
  const consent = await consentFor(await usableRecipe(machine, word, folders.cwd), folders);
  if (!consent) return undefined;
  const { hash, title, path, places, lines } = consent;
  if (path === undefined) return { hash, lines, consent };
  await recipeTrust(machine.directories.data).add({ hash, title, path, places });
  return { hash, path, lines, consent };
}
