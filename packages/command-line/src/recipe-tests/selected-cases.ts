import { readFile } from "node:fs/promises";
import { ConfigError, messageOf } from "@skein/protocol";
import { readTests, type TestCase } from "@skein/recipes/tests";
import type { RecipeProblem } from "@skein/recipes";
import { readText } from "@skein/platform/text";

export interface ReadFiles {
  /** Of all files, in their order. */
  readonly problems: readonly RecipeProblem[];
  readonly cases: readonly TestCase[];
}

/** Reads test files. Throws `ConfigError` for one that cannot be opened. */
export async function readTestFiles(files: readonly string[]): Promise<ReadFiles> {
  const read = await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file).catch((cause: unknown) => {
        throw new ConfigError("unreadable", `${file} cannot be read: ${messageOf(cause)}.`, { cause });
      });
      return readTests({ text: (await readText(bytes)).text, file });
    }),
  );
  return {
    problems: read.flatMap(({ problems }) => problems),
    cases: read.flatMap(({ cases }) => cases),
  };
}

/**
 * Throws `ConfigError` when that leaves none.
 *
 * @param filter - what their names must contain.
 */
export function selectedCases(cases: readonly TestCase[], filter = ""): readonly TestCase[] {
  const selected = cases.filter(({ name }) => name.includes(filter));
  if (selected.length > 0 || cases.length === 0) return selected;
  const names = cases.slice(0, 5).map(({ name }) => JSON.stringify(name));
  throw new ConfigError("usage", `No case has ${JSON.stringify(filter)} in its name.`, {
    hint: `There are ${names.join(", ")}${cases.length > names.length ? ", …" : "."}`,
  });
}
