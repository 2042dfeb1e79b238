import type { ModelInfo } from "@skein/protocol";
import { listModelFiles } from "./files/list-model-files.ts";

/** The models of a folder. Empty without a folder. */
export async function listModels(folder: string | undefined): Promise<readonly ModelInfo[]> {
  const files = folder === undefined ? [] : await listModelFiles(folder);
  return files.map(({ name, contextTokens }) => ({
    id: name,
    limits: { ...(contextTokens === undefined ? {} : { contextTokens }), images: false, pdfs: false },
  }));
}
