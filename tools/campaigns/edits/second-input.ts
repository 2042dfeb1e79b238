import type { JsonObject } from "../../../packages/protocol/src/index.ts";
import type { Case, EditInput } from "./cases.ts";

/** What a model that takes a failure at its word calls next. */
export function secondInput({ input, before }: Case, said: string): JsonObject {
  if ("content" in input) return { content: theirLines(said) + input.content };
  const { more, ...first } = input;
  const edits = [first, ...(more ?? [])].map((edit, index) =>
    repaired(edit, blockOf(said, index + 1), before),
  );
  const [only = first, ...others] = edits;
  return { ...only, ...(more ? { more: others } : {}) };
}

/** What the failure says of one of several edits; all of it, where there is one. */
function blockOf(said: string, number: number): string {
  if (!/^Edit \d+: /m.test(said)) return said;
  const [, block = ""] =
    new RegExp(`^Edit ${number}: (.*?)(?=^Edit \\d+: |^Make the call)`, "ms").exec(said) ?? [];
  return block;
}

function repaired(edit: EditInput, said: string, before: Buffer): EditInput {
  if (said.includes(" times in ")) return { ...edit, ...longer(edit, before.toString("utf8")) };
  const shown = said.match(/^\d+\t.*$/gm) ?? [];
  if (!said.includes("old_text is not in") || shown.length === 0) return edit;
  return { ...edit, old_text: shown.map((line) => line.replace(/^\d+\t/, "")).join("\n") };
}

/** With the two lines before it: the model has read the file. */
function longer({ old_text: old, new_text: now }: EditInput, text: string): EditInput {
  const start = text.indexOf(old);
  const lineBefore = text.lastIndexOf("\n", Math.max(0, start - 2));
  const added = text.slice(text.lastIndexOf("\n", Math.max(0, lineBefore - 1)) + 1, start);
  return { old_text: added + old, new_text: added + now };
}

/** Lines that the diff in a failure adds. */
function theirLines(said: string): string {
  return (said.match(/^\+.*$/gm) ?? []).map((line) => `${line.slice(1)}\n`).join("");
}
