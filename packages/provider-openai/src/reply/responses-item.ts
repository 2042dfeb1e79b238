import type { JsonObject, ModelEvent } from "@skein/protocol";
import { badStream } from "@skein/provider-kit";
import type { DecodeContext } from "../dialect.ts";
import { saidSoFar } from "./parts.ts";
import type { OpenPart, Parts } from "./parts.ts";

/** An output item while it streams in. */
export interface Item {
  /** A delta of the item, by the event that brought it. */
  add(event: JsonObject, out: ModelEvent[]): void;
  /**
   * The item as the vendor says it is. What its deltas had not said yet is said now.
   *
   * @returns what ends its part later, when only the reply's end tells whether a call was cut off.
   */
  finish(item: JsonObject, out: ModelEvent[]): Unfinished | undefined;
  /** The reply ended, and the item had not. */
  cut(out: ModelEvent[]): void;
}

export type Unfinished = (complete: boolean, out: ModelEvent[]) => void;

export interface ItemContext {
  readonly decode: DecodeContext;
  readonly parts: Parts;
  readonly callId: (id: string) => string;
  readonly onRefusal: () => void;
}

export type OpenItem = (item: JsonObject, context: ItemContext, out: ModelEvent[]) => Item;

/**
 * The vendor says everything twice: in deltas and at the end. What was missing is added; if the two are not
 * the same text, something was lost on the way, and maybe more.
 */
export function sayRest(
  kind: "text" | "tool-call",
  part: OpenPart,
  whole: string,
  { decode, parts }: Pick<ItemContext, "decode" | "parts">,
  out: ModelEvent[],
): void {
  const said = saidSoFar(part);
  if (whole.startsWith(said)) parts.add(kind, part, whole.slice(said.length), out);
  else if (whole !== "" && !(kind === "tool-call" && sameJson(said, whole))) {
    throw badStream("The reply's pieces are not the whole that it ended with", decode.context);
  }
}

function sameJson(left: string, right: string): boolean {
  try {
    return JSON.stringify(JSON.parse(left)) === JSON.stringify(JSON.parse(right));
  } catch {
    return false;
  }
}

export function marksOf(item: JsonObject, names: readonly string[]): JsonObject {
  const marks = names
    .map((name) => [name, item[name]] as const)
    .filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(marks) as JsonObject;
}
