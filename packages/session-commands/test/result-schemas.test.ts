import { describe, expect, it } from "vitest";
import { commandResult } from "../src/results/index.ts";
import { fullResults } from "./full-results.ts";

type Path = readonly (string | number)[];

/** Where objects are in a value, except those whose fields are anybody's. */
function objectsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.entries(value).flatMap(([name, field]) =>
    ["input", "outputSchema", "recipe", "params"].includes(name)
      ? []
      : objectsIn(field, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return Array.isArray(value) ? inside : [path, ...inside];
}

/** A copy with one more field in the object at the path. */
function withAdded(value: unknown, path: Path): unknown {
  const copy = structuredClone(value);
  let at = copy as Record<string | number, unknown>;
  for (const step of path) at = at[step] as typeof at;
  at["unheardOf"] = true;
  return copy;
}

describe.each(Object.entries(fullResults))("the result %s", (kind, result) => {
  it("is as its schema says, with every field", () => {
    expect(commandResult.parse(result)).toEqual(result);
  });

  it("is refused with a field that no schema names", () => {
    // An entry of a journal may have fields of later versions.
    const closed = objectsIn(result).filter((path) => kind !== "subagent" || path.length === 0);
    const taken = closed.filter((path) => commandResult.safeParse(withAdded(result, path)).success);
    expect(taken).toEqual([]);
  });
});
