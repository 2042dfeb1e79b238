import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "@skein/platform/files";
import { readGgufFacts } from "./gguf-facts.ts";
import { modelEnding } from "./source.ts";

/** A model in a folder. */
export interface ModelFile {
  /** Name of the file without `.gguf`: the id of the model. */
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
  /** Size of the file in bytes. */
  readonly bytes: number;
  /** For example `llama`. Absent: the file does not say. */
  readonly architecture?: string;
  /** Tokens of the context window that the model was trained for. Absent: the file does not say. */
  readonly contextTokens?: number;
}

/** Lists the models of a folder by name. Empty for a missing folder. */
export async function listModelFiles(folder: string): Promise<readonly ModelFile[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith(modelEnding)).toSorted();
  return Promise.all(
    files.map((name) => describeFile(join(folder, name), name.slice(0, -modelEnding.length))),
  );
}

/** Describes one file. */
async function describeFile(path: string, name: string): Promise<ModelFile> {
  const { size: bytes } = await stat(path);
  const { architecture, contextTokens } = readGgufFacts(path) ?? {};
  return {
    name,
    path,
    bytes,
    ...(architecture === undefined ? {} : { architecture }),
    ...(contextTokens === undefined ? {} : { contextTokens }),
  };
}
