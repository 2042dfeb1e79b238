import { rmSync } from "node:fs";
import { ConfigError } from "@skein/protocol";
import { listModelFiles, type ModelFile } from "./list-model-files.ts";

/** Removes a model from a folder, and returns what it was. Throws `ConfigError` if no model has the name. */
export async function removeModelFile(folder: string, name: string): Promise<ModelFile> {
  const files = await listModelFiles(folder);
  const file = files.find((candidate) => candidate.name === name);
  if (!file)
    throw new ConfigError("usage", `Unknown model "${name}".`, {
      hint:
        files.length === 0
          ? "No model has been added."
          : `Use one of: ${files.map((one) => one.name).join(", ")}.`,
    });
  rmSync(file.path);
  return file;
}
