import type { JsonObject } from "@skein/protocol";

/** Input fields in which tools, built in or not, receive a path. */
const pathKeys = ["path", "file_path", "filePath", "filename", "file"];

/** The file that a tool call's input names. */
export function pathInInput(input: JsonObject): string | undefined {
  for (const key of pathKeys) {
    const value = Object.hasOwn(input, key) ? input[key] : undefined;
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}
