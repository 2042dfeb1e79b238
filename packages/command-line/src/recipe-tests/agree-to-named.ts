import { resolve } from "node:path";
import type { Machine } from "@skein/host";
import type { ConsentFolders } from "@skein/host/recipes";
import { agreeToRecipe, type AgreedTo } from "@skein/host/trust";
import { recipeTrust } from "@skein/settings";
import { actingCalls, agreeToCalls } from "./acting-calls.ts";
import { isTestFile } from "./find-test-files.ts";
import { readTestFiles } from "./selected-cases.ts";

/**
 * Agrees to a recipe, or to the calls of a file of tests.
 *
 * @returns `undefined` when there is nothing to agree to. Throws `ConfigError`.
 */
export async function agreeToNamed(
  machine: Machine,
  word: string,
  folders: ConsentFolders,
): Promise<AgreedTo | undefined> {
  if (!isTestFile(word)) return agreeToRecipe(machine, word, folders);
  const { cases } = await readTestFiles([resolve(folders.cwd, word)]);
  const [acting] = await actingCalls(cases);
  if (!acting) return undefined;
  await agreeToCalls(recipeTrust(machine.directories.data), acting);
  return { hash: acting.hash, path: acting.file, lines: acting.lines };
}
