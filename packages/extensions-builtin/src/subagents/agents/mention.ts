/** A message that begins with the name of an agent. */
export interface Mention {
  readonly name: string;
  /** The rest of the message; may be empty. */
  readonly rest: string;
}

/**
 * `@reviewer look at this` → `reviewer`, `look at this`. Only at the start of a message, and only for a whole name:
 * `@reviewer/notes.md` is a path.
 *
 * @param names - of the available agents; case is ignored, and the longest match wins.
 */
export function parseMention(text: string, names: readonly string[]): Mention | undefined {
  const message = text.trimStart();
  if (!message.startsWith("@")) return undefined;
  const said = message.slice(1).toLowerCase();
  const [name] = names
    .filter((each) => said.startsWith(each.toLowerCase()) && isEnd(message.slice(each.length + 1)))
    .toSorted((one, other) => other.length - one.length);
  if (name === undefined) return undefined;
  return {
    name,
    rest: message
      .slice(name.length + 1)
      .replace(/^[,:]?\s*/, "")
      .trimEnd(),
  };
}

function isEnd(after: string): boolean {
  return /^([,:]?(\s|$))/.test(after);
}
