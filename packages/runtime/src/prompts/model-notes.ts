import type { ModelName } from "../models.ts";
import type { ModelFacts } from "../with-facts.ts";

/**
 * What the user has to say to a model, of all entries that match it, in their order.
 *
 * @param facts - by id of a model, or by a pattern of one, with `*` for anything; before a `/` stands the provider.
 */
export function modelNotes(
  facts: Readonly<Record<string, ModelFacts>>,
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
