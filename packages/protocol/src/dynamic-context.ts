/**
 * One part of the dynamic context, such as the date, the working folder or a
 * todo list. A section is sent again only if its text has changed.
 */
export interface ContextSection {
  /**
   * Name that identifies the section from one call to the next, such as `date`.
   * For a section of an extension: the name of the extension.
   */
  readonly name: string;
  /**
   * Text for the model. `""`: the section has nothing to report now; the model
   * is informed if it had a text before.
   */
  readonly text: string;
}

/**
 * Tag around context from Skein in a user message or a tool result.
 *
 * Everything else that is sent is escaped with `escapeContextTag`, so that a
 * file or a web page cannot impersonate Skein.
 */
export const contextTag = "skein_context";

/**
 * Joins sections that have changed. A section whose text is empty becomes the
 * sentence that it no longer applies.
 */
export function sectionsText(sections: readonly ContextSection[]): string {
  return sections
    .map(({ name, text }) => (text === "" ? `The earlier context "${name}" no longer applies.` : text))
    .join("\n\n");
}

/**
 * Wraps dynamic context in the tag, as a provider sends it. Quoted text inside,
 * such as a todo list, cannot close the tag.
 *
 * @example
 * ```ts
 * taggedContext("Today is 2026-03-01.");
 * // "<skein_context>\nToday is 2026-03-01.\n</skein_context>"
 * ```
 */
export function taggedContext(text: string): string {
  return `<${contextTag}>\n${escapeContextTag(text)}\n</${contextTag}>`;
}

/**
 * Escapes untrusted text so that nothing in it reads as Skein's tag: its `<`
 * becomes `&lt;`.
 *
 * Also matches other case, other separators, invisible characters in between,
 * full-width letters and letters of other scripts that look alike.
 *
 * @param goesOn - more text follows directly, so a tag that starts here and
 *   could be completed there is escaped too. Default: false.
 */
export function escapeContextTag(text: string, goesOn = false): string {
  const escaped = text.replace(brackets, (bracket, at: number) =>
    readsAsTag(text, at + bracket.length, goesOn) ? "&lt;" : bracket,
  );
  return escaped;
}

/**
 * Characters that look like `<`: itself, full-width, small, and angle quotation
 * marks.
 */
const brackets = /[<＜﹤‹〈⟨]/gu;
const letters = contextTag.replace(/[^a-z]/g, "");
const separator = /^[\s/_.\\\-‐-―]$/u;

/** Look-alike letters from other scripts. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    s: "ѕꜱ",
    k: "кκᴋ",
    e: "еҽε℮",
    i: "іιı",
    n: "ոпɴ",
    c: "сϲᴄ",
    o: "оοօᴏ",
    t: "тτᴛ",
    x: "хχ×",
  }).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const)),
);

/**
 * Compares letter by letter instead of with one pattern, because each letter
 * can be written in many ways.
 */
function readsAsTag(text: string, from: number, goesOn: boolean): boolean {
  let found = 0;
  for (let at = from; at < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(at)!);
    at += character.length;
    for (const plain of character.normalize("NFKD").toLowerCase()) {
      if (isInvisible(plain) || separator.test(plain)) continue;
      if ((lookAlikes.get(plain) ?? plain) !== letters[found]) return false;
      if (++found === letters.length) return true;
    }
  }
  return goesOn;
}

/**
 * Tests with a literal at the place of use: compiling the pattern takes half a
 * millisecond, which no start-up needs.
 */
function isInvisible(character: string): boolean {
  return /^[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]$/u.test(character);
}
