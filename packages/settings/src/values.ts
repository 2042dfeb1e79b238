import type { JsonSchema } from "@skein/protocol";
import { durationPattern, parseDuration } from "./duration.ts";
import { nearestWord } from "./nearest-word.ts";

const maxFileNames = 16;
const fileName = /^(?!\.{1,2}$)[^/\\\0\s,](?:[^/\\\0,\n\r]*[^/\\\0\s,])?$/;

/** A value that can be used, or what it should have been. */
export type Parsed<Value> = { readonly value: Value } | { readonly fix: string };

/** Reads what a flag, a variable (text) or a config file (any JSON value) says. */
export type Parse<Value> = (raw: unknown) => Parsed<Value>;

/** A kind of value: how it is read, and how a JSON Schema of config files says the same. What fits it can be read. */
export interface Shape<Value> {
  readonly parse: Parse<Value>;
  readonly schema: JsonSchema;
}

export function text(what: string): Shape<string> {
  return {
    parse: (raw) =>
      typeof raw === "string" && raw.trim() !== "" ? { value: raw.trim() } : { fix: `Give ${what}.` },
    schema: { type: "string", pattern: "\\S" },
  };
}

export function oneOf<const Word extends string>(words: readonly Word[]): Shape<Word> {
  const parse: Parse<Word> = (raw) => {
    const found = words.find((word) => word === raw);
    if (found !== undefined) return { value: found };
    const nearest = typeof raw === "string" ? nearestWord(raw, words) : undefined;
    return {
      fix: `${nearest === undefined ? "" : `Did you mean ${nearest}? `}Use one of: ${words.join(", ")}.`,
    };
  };
  return { parse, schema: { enum: words } };
}

/** In variables also as 1 and 0. */
export const yesOrNo: Shape<boolean> = {
  parse(raw) {
    if (raw === true || raw === "true" || raw === "1") return { value: true };
    if (raw === false || raw === "false" || raw === "0") return { value: false };
    return { fix: "Use true or false." };
  },
  schema: { type: "boolean" },
};

/** `required`: yes, and what cannot be kept is not done. */
export const yesNoOrRequired: Shape<boolean | "required"> = {
  parse(raw) {
    if (raw === "required") return { value: raw };
    const parsed = yesOrNo.parse(raw);
    return "fix" in parsed ? { fix: "Use true, false or required." } : parsed;
  },
  schema: { enum: [true, false, "required"] },
};

export function wholeNumber({ from }: { readonly from: number }): Shape<number> {
  const parse: Parse<number> = (raw) => {
    const value = numberIn(raw);
    return value !== undefined && Number.isSafeInteger(value) && value >= from
      ? { value }
      : { fix: `Give a whole number of at least ${from}.` };
  };
  return { parse, schema: { type: "integer", minimum: from, maximum: Number.MAX_SAFE_INTEGER } };
}

export function numberBetween(from: number, to: number): Shape<number> {
  const parse: Parse<number> = (raw) => {
    const value = numberIn(raw);
    if (value !== undefined && value >= from && value <= to) return { value };
    return {
      fix: to === Infinity ? `Give a number of at least ${from}.` : `Give a number from ${from} to ${to}.`,
    };
  };
  return {
    parse,
    schema: { type: "number", minimum: from, ...(to === Infinity ? {} : { maximum: to }) },
  };
}

export const duration: Shape<number> = {
  parse(raw) {
    const value = typeof raw === "string" ? parseDuration(raw.trim()) : undefined;
    if (value !== undefined && value > 0) return { value };
    const example = numberIn(raw) === undefined ? "" : ` For that many seconds write ${String(raw)}s.`;
    return { fix: `Give a time like 90s, 10m or 1h30m.${example}` };
  },
  schema: { type: "string", pattern: durationPattern },
};

/** Names of files, without folders: a list, or text with commas. An empty list is a value. */
export const fileNames: Shape<readonly string[]> = {
  parse(raw) {
    const listed: unknown[] | undefined = Array.isArray(raw)
      ? raw
      : typeof raw === "string"
        ? raw.split(",")
        : undefined;
    const names = listed?.map((name) => (typeof name === "string" ? name.trim() : ""));
    return names?.every((name) => fileName.test(name)) && names.length <= maxFileNames
      ? { value: [...new Set(names)] }
      : { fix: `Give at most ${maxFileNames} names of files without folders, AGENTS.md for example.` };
  },
  schema: {
    type: "array",
    maxItems: maxFileNames,
    items: { type: "string", pattern: fileName.source },
  },
};

const maxModels = 8;

/** Ids of models: a list, or text with commas, also in several pieces. An empty list is a value. */
export const modelNames: Shape<readonly string[]> = {
  parse(raw) {
    const listed = (Array.isArray(raw) ? raw : [raw]).flatMap((one: unknown) =>
      typeof one === "string" ? one.split(",").map((name) => name.trim()) : [""],
    );
    return listed.every((name) => name !== "") && listed.length <= maxModels
      ? { value: [...new Set(listed)] }
      : { fix: `Give at most ${maxModels} models, some-model,provider/other-model for example.` };
  },
  schema: { type: "array", maxItems: maxModels, items: { type: "string", pattern: "^[^,]*[^,\\s][^,]*$" } },
};

function numberIn(raw: unknown): number | undefined {
  if (typeof raw === "number") return Number.isFinite(raw) ? raw : undefined;
  return typeof raw === "string" && /^-?\d+(\.\d+)?$/.test(raw.trim()) ? Number(raw) : undefined;
}
