import { isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonValue } from "@skein/protocol";

/** Reads the fields of one map and gathers what is wrong with them, so that all of it can be said at once. */
export interface Fields {
  text(field: string): string | undefined;
  yesOrNo(field: string): boolean | undefined;
  /** Above 0. */
  positive(field: string): number | undefined;
  /** At least 0. */
  amount(field: string): number | undefined;
  oneOf<const Word extends string>(field: string, words: readonly Word[]): Word | undefined;
  texts(field: string): readonly string[];
  /** Names to texts; numbers and truth values are taken as texts. */
  textMap(field: string): Readonly<Record<string, string>>;
  object(field: string): JsonObject | undefined;
  /** The maps of a list, each with its own fields. */
  list(field: string): readonly Fields[];
  map(field: string): Fields | undefined;
  /** Takes a field without looking at it. */
  skip(...fields: readonly string[]): void;
  wrong(field: string, fix: string): void;
  has(field: string): boolean;
  /** Warns about unknown fields. */
  done(): void;
}

export interface Findings {
  readonly problems: string[];
  readonly warnings: string[];
}

/** @param path - in front of the fields' names; `""` at the root. */
export function fieldsOf(values: JsonObject, { problems, warnings }: Findings, path = ""): Fields {
  const asked = new Set<string>();
  const inside: Fields[] = [];
  const placeOf = (field: string): string => (path === "" ? field : `${path}.${field}`);
  const wrong = (field: string, fix: string): undefined => {
    problems.push(`${placeOf(field)}: ${fix}`);
  };
  /** Null is how some programs write that a field is not there. */
  const valueOf = (field: string): JsonValue | undefined => {
    asked.add(field);
    return values[field] ?? undefined;
  };
  const open = (field: string, value: JsonObject): Fields => {
    const fields = fieldsOf(value, { problems, warnings }, placeOf(field));
    inside.push(fields);
    return fields;
  };
  const numberOf = (field: string, isRight: (value: number) => boolean, fix: string): number | undefined => {
    const value = valueOf(field);
    if (value === undefined || (typeof value === "number" && isRight(value))) return value;
    return wrong(field, fix);
  };

  return {
    text(field) {
      const value = valueOf(field);
      if (value === undefined || typeof value === "string") return value?.trim();
      return wrong(field, "Give a text.");
    },
    yesOrNo(field) {
      const value = valueOf(field);
      return value === undefined || typeof value === "boolean" ? value : wrong(field, "Use true or false.");
    },
    positive: (field) =>
      numberOf(field, (value) => value > 0 && Number.isFinite(value), "Give a number above 0."),
    amount: (field) =>
      numberOf(field, (value) => value >= 0 && Number.isFinite(value), "Give a number of at least 0."),
    oneOf(field, words) {
      const value = valueOf(field);
      if (value === undefined) return undefined;
      return words.find((word) => word === value) ?? wrong(field, `Use one of: ${words.join(", ")}.`);
    },
    texts(field) {
      const value = valueOf(field);
      if (value === undefined) return [];
      if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
      return wrong(field, "Give a list of texts.") ?? [];
    },
    textMap(field) {
      const value = valueOf(field);
      if (value === undefined) return {};
      if (
        isJsonObject(value) &&
        Object.values(value).every((item) => item === null || typeof item !== "object")
      ) {
        const given = Object.entries(value).filter(([, item]) => item !== null);
        return Object.fromEntries(
          given.map(([name, item]) => [name, typeof item === "string" ? item : JSON.stringify(item)]),
        );
      }
      return wrong(field, "Give a map of names to texts.") ?? {};
    },
    object(field) {
      const value = valueOf(field);
      return value === undefined || isJsonObject(value) ? value : wrong(field, "Give a map.");
    },
    list(field) {
      const value = valueOf(field);
      if (value === undefined) return [];
      if (!Array.isArray(value)) return wrong(field, "Give a list.") ?? [];
      return (value as readonly JsonValue[]).flatMap((item, at) => {
        if (isJsonObject(item)) return [open(`${field}[${at}]`, item)];
        return wrong(`${field}[${at}]`, "Give a map.") ?? [];
      });
    },
    map(field) {
      const value = valueOf(field);
      if (value === undefined) return undefined;
      return isJsonObject(value) ? open(field, value) : wrong(field, "Give a map.");
    },
    skip: (...fields) => fields.forEach((field) => asked.add(field)),
    wrong,
    has: (field) => (values[field] ?? undefined) !== undefined,
    done() {
      for (const field of Object.keys(values))
        if (!asked.has(field))
          warnings.push(`${placeOf(field)} is not a field of definitions, and is not used.`);
      for (const fields of inside) fields.done();
    },
  };
}
