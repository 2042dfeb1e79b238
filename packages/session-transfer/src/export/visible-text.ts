/**
 * Text from elsewhere as it can be shown: line breaks and tabs pass; every other control character, and what changes
 * the direction of text or hides it, becomes a visible mark. Half a surrogate pair becomes U+FFFD.
 */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replace(unseen, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return code < 0x20 ? String.fromCodePoint(0x2400 + code) : `\\u{${code.toString(16)}}`;
    });
}

/** The same on one line. */
export function visibleLine(text: string): string {
  return visibleText(text.replaceAll(/\s+/g, " ")).trim();
}

// C0 except \t and \n, DEL, C1, bidirectional controls, zero-width and invisible operators, tags, interlinear marks.
const unseen =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;
