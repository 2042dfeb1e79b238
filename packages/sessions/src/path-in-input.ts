import type { JsonObject } from "@skein/protocol";

/** How tools, ours and those of others, name the field that holds a path. */
const pathKeys = ["path", "file_path", "filePath", "filename", "file"];

/** The file that a tool's input names. */
export function pathInInput(input: JsonObject): string | undefined {
  for (const key of pathKeys) {
    const value = Object.hasOwn(input, key) ? input[key] : undefined;
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}
