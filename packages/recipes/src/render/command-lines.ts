import type { RecipeCommand } from "./commands-of.ts";

/**
 * A command in lines for a terminal, to be read before somebody agrees to it: what is on its further lines cannot be taken
 * for a command of its own, and a carriage return is seen. Its text is somebody else's: filter it where it is shown.
 */
export function commandLines({ kind, text, path }: RecipeCommand): readonly string[] {
  const [first = "", ...others] = textLines(text);
  return [`${kind}: ${first} (${path})`, ...others];
}

/** A text of several lines as one item of a list: further lines are indented. */
export function textLines(text: string): readonly string[] {
  const [first = "", ...others] = text.trimEnd().replaceAll("\r", "\u240D").split("\n");
  return [first, ...others.map((line) => `  ${line}`)];
}
