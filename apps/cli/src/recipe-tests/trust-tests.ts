import { basename, resolve } from "node:path";
import type { RecipeTrust } from "@skein/settings";
import { note, printJson } from "../session/say.ts";
import { actingCalls, type ActingCalls } from "./acting-calls.ts";
import { readTestFiles } from "./selected-cases.ts";

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
  await keepTrust(store, acting);
  const { lines, hash } = acting;
  if (asJson) printJson({ sha256: hash, path: file, calls: lines });
  else for (const line of [`Agreed to, until it changes: ${file}`, ...lines, `SHA-256 ${hash}`]) note(line);
  return 0;
}

export async function keepTrust(store: RecipeTrust, { file, hash }: ActingCalls): Promise<void> {
  await store.add({ hash, title: `Calls of ${basename(file)}`, path: file });
}
