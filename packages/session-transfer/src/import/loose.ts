import { isJsonObject, type JsonObject, type JsonValue } from "@skein/protocol";

/** What strangers wrote is read leniently: a field of another type than expected counts as absent. */
export function objectIn(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function listIn(value: unknown): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

export function objectsIn(value: unknown): readonly JsonObject[] {
  return listIn(value).filter(isJsonObject);
}

/** An empty string counts as absent. */
export function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function numberIn(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** A count of tokens, or a price: nothing below zero. */
export function countIn(value: unknown): number | undefined {
  const number = numberIn(value);
  return number === undefined || number < 0 ? undefined : number;
}

/** US dollars. The programs write 0 when they do not know the price, so 0 is unknown. */
export function priceIn(value: unknown): number | undefined {
  const price = countIn(value);
  return price === 0 ? undefined : price;
}

/** The fields that are there: what is `undefined` is left out. */
export function known<Shape extends object>(
  fields: Shape,
): {
  [Field in keyof Shape]?: Exclude<Shape[Field], undefined>;
} {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as { [Field in keyof Shape]?: Exclude<Shape[Field], undefined> };
}

/** Below this a number of a date is in seconds: as milliseconds it would lie before 1974. */
const firstMilliseconds = 1e11;

/** @returns milliseconds since the epoch, of an ISO date, of seconds or of milliseconds. */
export function timeIn(value: unknown): number | undefined {
  if (typeof value === "string") {
    const parsed = Date.parse(hasZone.test(value) ? value : `${value.replace(" ", "T")}Z`);
    return Number.isNaN(parsed) ? undefined : parsed;
  }
  const number = countIn(value);
  if (number === undefined || number === 0) return undefined;
  return Math.round(number < firstMilliseconds ? number * 1000 : number);
}

/** SQLite's own dates have no zone and mean UTC. */
const hasZone = /(?:[zZ]|[+-]\d\d:?\d\d)$/;

/** What `table` has under this word; never what every object has (`constructor`, say). */
export function lookUp<Value>(
  table: Readonly<Record<string, Value>>,
  word: string | undefined,
): Value | undefined {
  return word !== undefined && Object.hasOwn(table, word) ? table[word] : undefined;
}
