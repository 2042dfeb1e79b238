import { ConfigError, isJsonObject, messageOf, type JsonSchema } from "@skein/protocol";
import { readTextFile } from "./read-task.ts";

export async function readOutputSchema(file: string): Promise<JsonSchema> {
  const text = await readTextFile(file, "--output-schema");
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch (error) {
    throw new ConfigError("usage", `--output-schema: ${file} is not JSON (${messageOf(error)}).`);
  }
  if (isJsonObject(schema)) return schema;
  throw new ConfigError("usage", `--output-schema: ${file} is not a JSON Schema: it must be an object.`);
}
