// Stable definitions. Tools and instructions are the first bytes of every
// request; one byte that differs at the next start makes the vendor process the
// whole conversation again. Two starts a day apart, with other random numbers,
// show most causes.

import { firstDifference, isJsonObject, type Extension, type JsonValue } from "@skein/protocol";
import { findPassing } from "./find-passing.ts";
import { inOtherWorld } from "./other-world.ts";

/** Parts of an extension that are sent with each request, by owner. */
type Told = Readonly<Record<string, JsonValue>>;

/**
 * Finds what prevents prompt caches from working with an extension: its tools
 * and instructions must be byte-identical at every start, on any day.
 *
 * Reports clocks, ids and temporary paths in names, descriptions, schemas and
 * instructions, and whatever differs between two starts a day apart, the order
 * of lists and keys included. Changes the clock of the process meanwhile: use
 * it only in tests.
 *
 * @param make - creates a new extension that was not started. Called twice, and
 *   each one is closed.
 * @returns a sentence for each problem. Empty: none.
 *
 * @example
 * ```ts
 * const problems = await definitionProblems(() => defineExtension({ name: "empty" })); // []
 * ```
 */
export async function definitionProblems(
  make: () => Extension | Promise<Extension>,
): Promise<readonly string[]> {
  // One after the other: both replace the clock of the process.
  const today = await inOtherWorld({ days: 0, seed: 1 }, () => told(make));
  const tomorrow = await inOtherWorld({ days: 1, seed: 7_919 }, () => told(make));
  return [...new Set([...differences(today, tomorrow), ...passing(today)])];
}

/** Starts an extension and collects its parts, by owner: `the tool "read"`. */
async function told(make: () => Extension | Promise<Extension>): Promise<Told> {
  const extension = await make();
  try {
    const tools = await extension.tools();
    const { name, instructions = "" } = extension;
    return {
      "the extension": plain({ name, instructions }),
      "the list of tools": tools.map((tool) => tool.name),
      ...Object.fromEntries(
        tools.map(({ name: tool, description, inputSchema }) => [
          `the tool "${tool}"`,
          plain({ name: tool, description, inputSchema }),
        ]),
      ),
    };
  } finally {
    await extension.close();
  }
}

/** Converts a value to JSON and back, as a request does. */
function plain(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

/** Compares two starts. */
function differences(today: Told, tomorrow: Told): readonly string[] {
  return Object.entries(today).flatMap(([owner, before]) => {
    const after = tomorrow[owner];
    if (after === undefined) return [`At another start ${owner} is missing.`];
    const difference = firstDifference(before, after);
    if (difference === undefined) return [];
    // The same content in another order has another cause, and another fix.
    const isOrder = JSON.stringify(sorted(before)) === JSON.stringify(sorted(after));
    return [
      isOrder
        ? `At another start ${owner} is in another order: sort it. ${difference}`
        : `At another start ${owner} has other bytes. ${difference}`,
    ];
  });
}

/** Finds values that will differ at another start. */
function passing(today: Told): readonly string[] {
  return Object.entries(today).flatMap(([owner, value]) =>
    findPassing(value).map(({ path, found, what }) => `In ${owner}, ${path} has "${found}", ${what}.`),
  );
}

/** Sorts lists and keys, to tell a change of order from a change of content. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const items = (value as readonly JsonValue[]).map(sorted);
    return items.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  }
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([key, inner]) => [key, sorted(inner)]));
}
