import { hiddenCharacterRanges } from "@skein/protocol";

/**
 * Text from elsewhere, made safe for a terminal: printable characters, `\n` and `\t` pass; every other control
 * character, and what changes the direction or hides text, becomes a visible mark.
 */
export function cleanText(text: string): string {
  return text.replace(unsafe, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === "\r") return "";
    return code < 0x20 ? String.fromCodePoint(0x2400 + code) : `\\u{${code.toString(16)}}`;
  });
}

// C0 except \t and \n, DEL, C1, and what is not seen.
const unsafe = new RegExp(
  String.raw`[\u0000-\u0008\u000B-\u001F\u007F-\u009F${hiddenCharacterRanges}]`,
  "gu",
);
