/** One thing that the model is kept up to date on: the date, the folder, a todo list. */
export interface ContextSection {
  /** For example `date`; the name of an extension for what that extension says. */
  readonly name: string;
  /** `""`: there is nothing to say of it now. */
  readonly text: string;
}

/**
 * Wraps what the harness says inside a user's message or a tool result. Everything else that is sent is escaped with
 * `escapeContextTag`, so a file or a web page cannot speak as the harness.
 */
export const contextTag = "skein_context";

/** What the model reads of sections that have changed. */
export function sectionsText(sections: readonly ContextSection[]): string {
  return sections
    .map(({ name, text }) => (text === "" ? `The earlier context "${name}" no longer applies.` : text))
    .join("\n\n");
}

/** Dynamic context as it is sent. What it quotes, a todo list say, cannot close the tag. */
export function taggedContext(text: string): string {
  return `<${contextTag}>\n${escapeContextTag(text)}\n</${contextTag}>`;
}

/**
 * Text from elsewhere in which nothing reads as the tag of the harness: its `<` becomes `&lt;`. Found in any case, with
 * other separators, with invisible characters in between, in full-width and in look-alike letters.
 *
 * @param goesOn - another text follows directly: a tag that begins here and could be completed there counts too.
 */
export function escapeContextTag(text: string, goesOn = false): string {
  const escaped = text.replace(brackets, (bracket, at: number) =>
    readsAsTag(text, at + bracket.length, goesOn) ? "&lt;" : bracket,
  );
  return escaped;
}

/** What `<` looks like: itself, full-width, small, and angle quotation marks. */
const brackets = /[<＜﹤‹〈⟨]/gu;
const letters = contextTag.replace(/[^a-z]/g, "");
const separator = /^[\s/_.\\\-‐-―]$/u;
const invisible = /^[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]$/u;

/** Letters of other scripts that look like those of the tag. */
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
      if (invisible.test(plain) || separator.test(plain)) continue;
      if ((lookAlikes.get(plain) ?? plain) !== letters[found]) return false;
      if (++found === letters.length) return true;
    }
  }
  return goesOn;
}
