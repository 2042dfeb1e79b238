import { nearestWord } from "@skein/platform/words";
import type { JsonSchema } from "@skein/protocol";
import { durationPattern, parseDuration } from "./duration.ts";

const maxFileNames = 16;
const fileName = /^(?!\.{1,2}$)[^/\\\0\s,](?:[^/\\\0,\n\r]*[^/\\\0\s,])?$/;

/** A parsed value, or what it should have been. */
export type ParsedValue<Value> = { readonly value: Value } | { readonly fix: string };

/** Parses the value of a flag, a variable (text) or a config file (any JSON value). */
export type ValueParser<Value> = (raw: unknown) => ParsedValue<Value>;

/** A type of value: its parser, and the equivalent JSON Schema for config files. */
export interface ValueType<Value> {
  readonly parse: ValueParser<Value>;
  readonly schema: JsonSchema;
}

export function text(what: string): ValueType<string> {
  return {
    parse: (raw) =>
      typeof raw === "string" && raw.trim() !== "" ? { value: raw.trim() } : { fix: `Give ${what}.` },
    schema: { type: "string", pattern: "\\S" },
  };
}

const postgresPattern = "^postgres(ql)?://\\S+$";

/** The address of a database. It may hold a password, which is not shown. */
export const postgresUrl: ValueType<string> & { readonly shown: (raw: unknown) => unknown } = {
  parse: (raw) =>
    typeof raw === "string" && new RegExp(postgresPattern, "u").test(raw)
      ? { value: raw }
      : { fix: "Give an address like postgres://USER@HOST/DATABASE." },
  schema: { type: "string", pattern: postgresPattern },
  shown: (raw) => (typeof raw === "string" ? raw.replace(/:\/\/([^:/@]*):.*@/u, "://$1:***@") : raw),
};

const blobsPattern = "^(s3://|file:///|/)\\S";

/** Where blobs are kept that are too large for a database. */
export const blobsAddress: ValueType<string> = {
  parse: (raw) =>
    typeof raw === "string" && new RegExp(blobsPattern, "u").test(raw)
      ? { value: raw }
      : { fix: "Give s3://BUCKET/PREFIX?region=REGION, or the path of a folder that all machines see." },
  schema: { type: "string", pattern: blobsPattern },
};

export function oneOf<const Word extends string>(words: readonly Word[]): ValueType<Word> {
  const parse: ValueParser<Word> = (raw) => {
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
export const yesOrNo: ValueType<boolean> = {
  parse(raw) {
    if (raw === true || raw === "true" || raw === "1") return { value: true };
    if (raw === false || raw === "false" || raw === "0") return { value: false };
    return { fix: "Use true or false." };
  },
  schema: { type: "boolean" },
};

/** `required`: yes, and calls that cannot be checkpointed are refused. */
export const yesNoOrRequired: ValueType<boolean | "required"> = {
  parse(raw) {
    if (raw === "required") return { value: raw };
    const parsed = yesOrNo.parse(raw);
    return "fix" in parsed ? { fix: "Use true, false or required." } : parsed;
  },
  schema: { enum: [true, false, "required"] },
};

export function wholeNumber({ from }: { readonly from: number }): ValueType<number> {
  const parse: ValueParser<number> = (raw) => {
    const value = numberIn(raw);
    return value !== undefined && Number.isSafeInteger(value) && value >= from
      ? { value }
      : { fix: `Give a whole number of at least ${from}.` };
  };
  return { parse, schema: { type: "integer", minimum: from, maximum: Number.MAX_SAFE_INTEGER } };
}

export function numberBetween(from: number, to: number): ValueType<number> {
  const parse: ValueParser<number> = (raw) => {
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

export const duration: ValueType<number> = {
  parse(raw) {
    const value = typeof raw === "string" ? parseDuration(raw.trim()) : undefined;
    if (value !== undefined && value > 0) return { value };
    const example = numberIn(raw) === undefined ? "" : ` For that many seconds write ${String(raw)}s.`;
    return { fix: `Give a time like 90s, 10m or 1h30m.${example}` };
  },
  schema: { type: "string", pattern: durationPattern },
};

const sizeUnits: Readonly<Record<string, number>> = { MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40 };
const sizePattern = "^\\d+(\\.\\d+)? ?(MB|GB|TB)$";

/** An amount of memory, in bytes. */
export function memorySize({ fromMegabytes }: { readonly fromMegabytes: number }): ValueType<number> {
  return {
    parse(raw) {
      const size = typeof raw === "string" ? raw.trim() : "";
      const unit = new RegExp(sizePattern, "u").test(size) ? sizeUnits[size.slice(-2)] : undefined;
      const value = Math.floor(Number.parseFloat(size) * (unit ?? Number.NaN));
      return Number.isSafeInteger(value) && value >= fromMegabytes * 2 ** 20
        ? { value }
        : { fix: `Use a size of at least ${fromMegabytes}MB, such as 512MB or 8GB.` };
    },
    schema: { type: "string", pattern: sizePattern },
  };
}

/** File names without folders: a list, or comma-separated text. An empty list is a value. */
export const fileNames: ValueType<readonly string[]> = {
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

/** Model ids: a list, or comma-separated text, also in several pieces. An empty list is a value. */
export const modelNames: ValueType<readonly string[]> = {
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
