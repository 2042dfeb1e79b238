import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { RememberedAnswer, RememberedStore } from "@skein/permissions";
import { isMissing } from "@skein/platform/files";
import { isJsonObject, type JsonValue } from "@skein/protocol";
import { ensurePrivateFolder } from "@skein/settings";

/**
 * Stores answers with the scope `always` in a file that only its owner can read. An invalid file is an error
 * rather than an empty list; the gate then asks.
 */
export function rememberedAnswers(file: string): RememberedStore {
  return {
    async load() {
      const text = await readFile(file, "utf8").catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      return text === undefined ? [] : answersIn(JSON.parse(text) as JsonValue, file);
    },
    async save(answers) {
      await ensurePrivateFolder(dirname(file));
      const next = `${file}.${crypto.randomUUID()}`;
      await writeFile(next, `${JSON.stringify({ version: 1, answers }, undefined, 2)}\n`, { mode: 0o600 });
      await chmod(next, 0o600);
      await rename(next, file);
    },
  };
}

/** Those of a data folder. Rejects for a file that cannot be understood. */
export function rememberedIn(dataFolder: string): Promise<readonly RememberedAnswer[]> {
  return storeIn(dataFolder).load();
}

/** Removes those of a data folder for which it returns true; open sessions read the file again. @returns how many. */
export async function forgetAnswers(
  dataFolder: string,
  isForgotten: (answer: RememberedAnswer) => boolean,
): Promise<number> {
  const store = storeIn(dataFolder);
  const answers = await store.load();
  const kept = answers.filter((answer) => !isForgotten(answer));
  if (kept.length < answers.length) await store.save(kept);
  return answers.length - kept.length;
}

function storeIn(dataFolder: string): RememberedStore {
  return rememberedAnswers(join(dataFolder, "remembered-answers.json"));
}

function answersIn(value: JsonValue, file: string): readonly RememberedAnswer[] {
  const answers = isJsonObject(value) && value["version"] === 1 ? value["answers"] : undefined;
  if (!Array.isArray(answers) || !answers.every(isAnswer)) {
    throw new Error(`${file} is not a file of remembered answers.`);
  }
  return answers;
}

function isAnswer(value: JsonValue): boolean {
  return (
    isJsonObject(value) && ["tool", "extension", "effect"].every((field) => typeof value[field] === "string")
  );
}
