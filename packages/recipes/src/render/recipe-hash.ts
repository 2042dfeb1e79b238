import { createHash } from "node:crypto";
import type { ReadRecipe } from "../read/reading.ts";

/**
 * SHA-256, hex, of a recipe's text, of all that it includes, and of its sub-recipes: what a consent is for. The same
 * wherever the files lie. A sub-recipe whose path a parameter decides counts by its name alone: it is to be asked for
 * when it is known.
 */
export function recipeHash(read: ReadRecipe): string {
  return hashOf(read, new Map());
}

function hashOf(read: ReadRecipe, known: Map<ReadRecipe, string>): string {
  const before = known.get(read);
  if (before !== undefined) return before;
  const hash = createHash("sha256").update("skein recipe 1\n");
  // Lengths go first, so that nothing can pass for something else by moving a border.
  const add = (kind: string, name: string, text: string) => {
    hash
      .update(`${kind} ${Buffer.byteLength(name)} ${Buffer.byteLength(text)}\n`)
      .update(name)
      .update(text);
  };
  add("recipe", "", read.source.text);
  for (const { name, text } of read.templates
    .slice(1)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    add("include", name, text);
  }
  for (const { name, read: part } of read.subRecipes) {
    add("sub-recipe", name, part === undefined ? "" : hashOf(part, known));
  }
  const digest = hash.digest("hex");
  known.set(read, digest);
  return digest;
}
