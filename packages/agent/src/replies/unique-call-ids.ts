import type { AssistantPart } from "@skein/protocol";

/**
 * Gives each call an id that is unique in the session, so that a result cannot be matched to another call.
 */
export function withUniqueCallIds(
  parts: readonly AssistantPart[],
  used: Set<string>,
): readonly AssistantPart[] {
  return parts.map((part) => {
    if (part.type !== "tool-call") return part;
    const id = unusedId(part.id === "" ? "call" : part.id, part.id === "", used);
    used.add(id);
    return id === part.id ? part : { ...part, id };
  });
}

function unusedId(wish: string, mustNumber: boolean, used: ReadonlySet<string>): string {
  if (!mustNumber && !used.has(wish)) return wish;
  for (let number = 1; ; number++) if (!used.has(`${wish}_${number}`)) return `${wish}_${number}`;
}
