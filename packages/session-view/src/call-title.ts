import { isJsonObject, type JsonValue } from "@skein/protocol";

const mostCharacters = 120;

/** The tool, and what of its input tells calls of it apart: the first line of its first text. */
export function callTitle(tool: string, input: JsonValue): string {
  const fields = isJsonObject(input) ? Object.values(input) : [];
  const [line = ""] = (fields.find((field) => typeof field === "string") ?? "").trim().split("\n");
  if (line === "") return tool;
  return `${tool}: ${line.length > mostCharacters ? `${line.slice(0, mostCharacters)}…` : line}`;
}
