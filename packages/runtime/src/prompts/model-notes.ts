import type { ModelName } from "@skein/protocol";
import type { ModelOverrides } from "../with-model-overrides.ts";

/**
 * The user's notes for a model, from all matching entries in order.
 *
 * @param facts - by model id or pattern, with `*` as a wildcard and optionally `provider/` in front.
 */
export function modelNotes(
  facts: Readonly<Record<string, ModelOverrides>>,
  { provider, model }: ModelName,
): string {
  return Object.entries(facts)
    .filter(([pattern]) => matches(pattern, model) || matches(pattern, `${provider}/${model}`))
    .map(([, { notes = "" }]) => notes.trim())
    .filter((notes) => notes !== "")
    .join("\n\n");
}

function matches(pattern: string, name: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return pattern === name;
  const last = rest.pop() ?? "";
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
