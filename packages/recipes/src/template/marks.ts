import { randomBytes } from "node:crypto";
import type { Filled } from "../read/document-tree.ts";

/** Stand-ins for values while the text is parsed as YAML, so that no value can change its structure. */
export interface Marks {
  /** Keeps a text, and what it is when it fills a field alone. */
  mark(text: string, typed?: number | boolean): string;
  /** The text with its marks replaced; `undefined` when there are none in it. */
  fill(text: string): Filled | undefined;
}

export function createMarks(): Marks {
  // Letters and digits only: the same in every kind of YAML scalar, and past filters that change the case.
  const prefix = `m${randomBytes(12).toString("hex")}x`;
  const pattern = new RegExp(`${prefix}(\\d+)x`, "gi");
  const kept: Filled[] = [];

  const fill = (text: string): Filled | undefined => {
    let alone: Filled | undefined;
    let found = false;
    const filled = text.replace(pattern, (whole, number: string) => {
      const value = kept[Number(number)];
      if (value === undefined) return whole;
      found = true;
      if (whole.length === text.length) alone = value;
      // What a template captured may have marks of its own. They are older, so this ends.
      return fill(value.text)?.text ?? value.text;
    });
    if (!found) return undefined;
    return { text: filled, ...(alone?.typed === undefined ? {} : { typed: alone.typed }) };
  };

  return {
    mark(text, typed) {
      kept.push({ text, ...(typed === undefined ? {} : { typed }) });
      return `${prefix}${kept.length - 1}x`;
    },
    fill,
  };
}
