import type { Entry } from "@skein/protocol";
import { writeBundle, writeHtml, type BundleOptions } from "../../src/export/index.ts";
import { richBlob, richEntries, richSession } from "./rich-session.ts";

/** The pieces of an export as one text. */
export async function text(pieces: AsyncIterable<string> | Iterable<string>): Promise<string> {
  let whole = "";
  for await (const piece of pieces) whole += piece;
  return whole;
}

export function bundleOf(options: Partial<BundleOptions> = {}, entries = richEntries): Promise<string> {
  return text(writeBundle({ session: richSession, entries, blob: richBlob }, { at: 0, ...options }));
}

export function pageOf(entries: readonly Entry[] = richEntries): Promise<string> {
  return text(writeHtml(richSession, entries));
}

/** Every string of a value but those that tell kinds apart, replaced. */
export function withStrings<Value>(value: Value, replace: (text: string) => string): Value {
  const inside = (some: unknown): unknown => {
    if (typeof some === "string") return replace(some);
    if (Array.isArray(some)) return some.map(inside);
    if (typeof some !== "object" || some === null) return some;
    return Object.fromEntries(
      Object.entries(some).map(([key, item]) => [key, kindKeys.includes(key) ? item : inside(item)]),
    );
  };
  return inside(value) as Value;
}

const kindKeys = ["kind", "type", "callId", "questionId", "run", "verdict", "effect", "allow", "by", "hash"];
