import { resolve } from "node:path";
import { actingCalls, agreeToCalls, readTestFiles } from "@skein/host/recipe-tests";
import type { RecipeTrust } from "@skein/settings";
import { note, printJson } from "../print.ts";

/** `skein trust FILE.test.yaml`: shows what its cases have tools do, and agrees to it. @returns the exit code. */
export async function trustTests(store: RecipeTrust, word: string, asJson: boolean): Promise<number> {
  const file = resolve(word);
  const { cases } = await readTestFiles([file]);
  const [acting] = await actingCalls(cases);
  if (!acting) {
    if (asJson) printJson({ sha256: null });
    else note("Its cases change nothing, so there is nothing to agree to.");
    return 0;
  }
  await agreeToCalls(store, acting);
  const { lines, hash } = acting;
  if (asJson) printJson({ sha256: hash, path: file, calls: lines });
  else for (const line of [`Agreed to, until it changes: ${file}`, ...lines, `SHA-256 ${hash}`]) note(line);
  return 0;
}
