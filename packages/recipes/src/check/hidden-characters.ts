import type { TextPosition } from "../read/document-node.ts";

export interface HiddenCharacter {
  readonly at: TextPosition;
  /** `U+202E`. */
  readonly name: string;
}

/** Never seen in honest text: tags, bidirectional overrides, invisible operators, supplementary variation selectors. */
const never =
  /\p{Bidi_Control}|[\u{E0000}-\u{E007F}]|[\u{E0100}-\u{E01EF}]|[\u2060-\u2064\u200B\u180E\uFEFF]/u;
/** Fine beside letters or emoji that need them. */
const joiners = /[\u200C\u200D]/u;
const directionMarks = /[\u200E\u200F\u061C]/u;
const joining =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}]/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** The three flags that are spelt with tags: England, Scotland, Wales. */
const tagFlags =
  /\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/gu;
const suspect = /[\u{E0000}-\u{E01EF}\u202A-\u202E\u2060-\u2069\u200B-\u200F\u061C\u180E\uFEFF]/u;

/** More are not looked for. */
const maxFound = 50;

/** Characters that are invisible to people but read by a model. A byte order mark at the start does not count. */
export function hiddenCharacters(text: string): readonly HiddenCharacter[] {
  if (!suspect.test(text)) return [];
  return text
    .split("\n")
    .flatMap((line, index) => (suspect.test(line) ? inLine(line, index) : []))
    .slice(0, maxFound);
}

function inLine(line: string, index: number): HiddenCharacter[] {
  const plain = line.replace(tagFlags, (flag) => "\u{1F3F4}".padEnd(flag.length, "\uFE0F"));
  const characters = Array.from(plain);
  const found: HiddenCharacter[] = [];
  let column = 1;
  for (const [nth, character] of characters.entries()) {
    const isMark = index === 0 && nth === 0 && character === "\uFEFF";
    if (!isMark && isHidden(character, characters[nth - 1], characters[nth + 1])) {
      const code = character.codePointAt(0) ?? 0;
      found.push({
        at: { line: index + 1, column },
        name: `U+${code.toString(16).toUpperCase().padStart(4, "0")}`,
      });
    }
    column += character.length;
  }
  return found;
}

function isHidden(character: string, before = "", after = ""): boolean {
  if (joiners.test(character))
    return !(joining.test(before) && (joining.test(after) || character === "\u200C" || after === ""));
  if (directionMarks.test(character)) return !rightToLeft.test(before) && !rightToLeft.test(after);
  return never.test(character);
}
