import type { JsonValue } from "@skein/protocol";

/**
 * The entries of `allowed-tools`: separated by spaces as the specification says, by commas, or a list. What stands in
 * parentheses belongs together: `Bash(git diff *) Read`. `undefined`: it is no list of names.
 */
export function allowedToolsIn(value: JsonValue): readonly string[] | undefined {
  if (value === null) return [];
  if (typeof value === "string") return entriesIn(value);
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) return undefined;
  const lists = (value as readonly string[]).map(entriesIn);
  return lists.some((list) => list === undefined) ? undefined : lists.flatMap((list) => list ?? []);
}

function entriesIn(text: string): readonly string[] | undefined {
  const entries: string[] = [];
  let entry = "";
  let depth = 0;
  for (const character of `${text} `) {
    if (depth === 0 && /[\s,]/.test(character)) {
      if (entry !== "") entries.push(entry);
      entry = "";
      continue;
    }
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (depth < 0) return undefined;
    entry += character;
  }
  return depth === 0 ? entries : undefined;
}
