import { ConfigError } from "@skein/protocol";
import type { RecipeTrust } from "@skein/settings";
import { isTestFile } from "@skein/host/recipe-tests";
import { consentFor, namedRecipe, usableRecipe } from "@skein/host/recipes";
import { thisMachine } from "../machine.ts";
import { note, printJson } from "../print.ts";

export interface TrustRecipeOptions {
  /** Where the recipe is to run; absolute. */
  readonly folder: string;
  readonly asJson: boolean;
}

/** `skein trust RECIPE`, or a file of tests: shows what is agreed to, and keeps it. @returns the exit code. */
export async function trustRecipe(
  store: RecipeTrust,
  word: string,
  { folder, asJson }: TrustRecipeOptions,
): Promise<number> {
  if (isTestFile(word)) {
    const { trustTests } = await import("../recipe-tests/trust-tests.ts");
    return trustTests(store, word, asJson);
  }
  const cwd = process.cwd();
  const consent = await consentFor(await usableRecipe(thisMachine(), word, cwd), { cwd, folder });
  if (!consent) {
    if (asJson) printJson({ sha256: null });
    else note("It starts nothing and reaches nothing, so there is nothing to agree to.");
    return 0;
  }
  const { hash, title, path, places, lines } = consent;
  if (path === undefined) {
    throw new ConfigError("usage", "A link cannot be trusted beforehand: it is agreed to each time.", {
      hint: `skein run --recipe LINK --trust-hash ${hash}`,
    });
  }
  await store.add({ hash, title, path, places });
  if (asJson) printJson({ sha256: hash, title, path, commands: consent.commands });
  else {
    note(`Agreed to, until it changes: ${path}`);
    for (const line of lines) note(`  ${line}`);
    note(`  SHA-256 ${hash}`);
  }
  return 0;
}

/** Whether a folder's name is a recipe's, too, or the folder of one. */
export function leadsToRecipe(word: string): Promise<boolean> {
  return namedRecipe(thisMachine(), word, process.cwd()).then(
    () => true,
    () => false,
  );
}
