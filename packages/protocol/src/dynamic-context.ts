/** One part of the dynamic context: the date, the working directory, a todo list. */
export interface ContextSection {
  /** For example `date`; for an extension's section, the name of the extension. */
  readonly name: string;
  /** `""`: there is nothing to say now. */
  readonly text: string;
}

/**
 * The tag around context from the harness in a user message or tool result. Everything else that is sent is escaped
 * with `escapeContextTag`, so a file or a web page cannot impersonate the harness.
 */
export const contextTag = "skein_context";

/** The text for sections that have changed. */
export function sectionsText(sections: readonly ContextSection[]): string {
  return sections
    .map(({ name, text }) => (text === "" ? `The earlier context "${name}" no longer applies.` : text))
    .join("\n\n");
}

/** Dynamic context as it is sent. Quoted text, such as a todo list, cannot close the tag. */
export function taggedContext(text: string): string {
  return `<${contextTag}>\n${escapeContextTag(text)}\n</${contextTag}>`;
}

/**
 * Escapes text from elsewhere so that nothing in it reads as the harness's tag: its `<` becomes `&lt;`. Also matches
 * other case, other separators, invisible characters in between, full-width and look-alike letters.
 *
 * @param goesOn - more text follows directly, so a tag that begins here and could be completed there counts too.
 */
export function escapeContextTag(text: string, goesOn = false): string {
  const escaped = text.replace(brackets, (bracket, at: number) =>
    readsAsTag(text, at + bracket.length, goesOn) ? "&lt;" : bracket,
  );
  return escaped;
}

/** What `<` can look like: itself, full-width, small, and angle quotation marks. */
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

/** A literal here, since making it takes half a millisecond, which no start needs. */
function isInvisible(character: string): boolean {
  return /^[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]$/u.test(character);
}
