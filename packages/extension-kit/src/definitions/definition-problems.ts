import { firstDifference, isJsonObject, type Extension, type JsonValue } from "@skein/protocol";
import { findPassing } from "./find-passing.ts";
import { inOtherWorld } from "./other-world.ts";

/** The parts of an extension that are sent with each request. */
type Told = Readonly<Record<string, JsonValue>>;

/**
 * Finds what keeps prompt caches from working with an extension: its tools and instructions must be byte-identical at
 * every start, on any day. Reports clocks, ids and temporary paths in names, descriptions, schemas and instructions,
 * and whatever differs between two starts a day apart, the order of lists and keys included.
 *
 * Changes the clock of the process meanwhile: for tests.
 *
 * @param make - creates a new extension that was not started; called twice, and each one is closed.
 * @returns a sentence for each problem; empty without problems.
 */
export async function definitionProblems(
  make: () => Extension | Promise<Extension>,
): Promise<readonly string[]> {
  const today = await inOtherWorld({ days: 0, seed: 1 }, () => told(make));
  const tomorrow = await inOtherWorld({ days: 1, seed: 7_919 }, () => told(make));
  return [...new Set([...differences(today, tomorrow), ...passing(today)])];
}

/** By owner: `the tool "read"`. */
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

function plain(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

function differences(today: Told, tomorrow: Told): readonly string[] {
  return Object.entries(today).flatMap(([owner, before]) => {
    const after = tomorrow[owner];
    if (after === undefined) return [`At another start ${owner} is missing.`];
    const difference = firstDifference(before, after);
    if (difference === undefined) return [];
    const isOrder = JSON.stringify(sorted(before)) === JSON.stringify(sorted(after));
    return [
      isOrder
        ? `At another start ${owner} is in another order: sort it. ${difference}`
        : `At another start ${owner} has other bytes. ${difference}`,
    ];
  });
}

function passing(today: Told): readonly string[] {
  return Object.entries(today).flatMap(([owner, value]) =>
    findPassing(value).map(({ path, found, what }) => `In ${owner}, ${path} has "${found}", ${what}.`),
  );
}

/** Ignoring any order. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const items = (value as readonly JsonValue[]).map(sorted);
    return items.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  }
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([key, inner]) => [key, sorted(inner)]));
}
