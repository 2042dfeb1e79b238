import { jsonObject } from "@skein/command-line";
import type { JsonSchema } from "@skein/protocol";
import { readTextFile } from "@skein/terminal";
import { warn } from "../print.ts";

/** Throws `ConfigError` that names the file. */
export async function readOutputSchema(file: string): Promise<JsonSchema> {
  const text = await readTextFile(file, "--output-schema", warn);
  return jsonObject(text, { what: `--output-schema: ${file}`, example: "a JSON Schema, which is an object" });
}
