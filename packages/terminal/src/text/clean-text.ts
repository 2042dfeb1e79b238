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

// C0 except \t and \n, DEL, C1, bidirectional controls, zero-width and invisible operators, fillers, interlinear marks,
// tags and what else of their plane is not seen. Like those of `jsonText`.
const unsafe =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/gu;
