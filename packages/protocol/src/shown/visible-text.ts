// For text from elsewhere on its way to a model or a terminal: invisible characters are shown, terminal codes
// removed.

/**
 * Terminal sequences: CSI (colors, cursor), OSC and the other string sequences,
 * and those of two characters.
 *
 * Source: ECMA-48, 5.3 to 5.6.
 */
const sequences =
  // oxlint-disable-next-line no-control-regex
  /\u001B(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)|[ -/]+[0-~]|[=>78DEHMc])/g;

// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/**
 * Characters that are invisible or change the reading order anywhere, as the
 * inside of a character class of a regular expression with the flag `u`.
 *
 * Soft hyphen, bidi controls, zero width, line separators, invisible operators,
 * fillers, interlinear marks, tags and everything else in their plane that is
 * not drawn.
 */
export const hiddenCharacterRanges = String.raw`\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}`;

let hiddenPattern: RegExp | undefined;

/**
 * Returns a pattern for `hiddenCharacterRanges`, and for joiners and variation
 * selectors where no script and no emoji uses them. Flags: `gu`.
 *
 * Compiled on first use: it looks up properties of Unicode, half a millisecond
 * that not every program needs. Do not use it with `test` or `exec`, which
 * store a position in it.
 */
export function hiddenCharacters(): RegExp {
  hiddenPattern ??= new RegExp(
    String.raw`[${hiddenCharacterRanges}]|(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])[\u200C\u200D]|(?<![^\s\uFE00-\uFE0F\u200B-\u200F])[\uFE00-\uFE0F]`,
    "gu",
  );
  return hiddenPattern;
}

/**
 * Characters that `escapeHidden` may show as an escape, as the inside of a
 * character class with the flag `u`.
 *
 * In addition to `hiddenCharacterRanges`: every joiner and variation selector,
 * and control characters except `\t`, `\n` and `\r`.
 */
export const escapedCharacterRanges = String.raw`\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200C\u200D\uFE00-\uFE0F${hiddenCharacterRanges}`;

/**
 * Cleans program output for the model. Only `\n` and `\t` pass.
 *
 * Drops terminal sequences, turns `\r\n` into `\n`, keeps the last state of
 * lines that were overwritten with `\r`, and escapes other control characters
 * as `\x1b`.
 */
export function stripTerminalCodes(text: string): string {
  return lastPaint(text.replace(sequences, "").replaceAll("\r\n", "\n")).replace(controls, escapeCharacter);
}

/**
 * Escapes every control character and every invisible one. For untrusted text,
 * such as an MCP server's. Idempotent.
 *
 * Only `\n` and `\t` pass, and `\r\n` becomes `\n`. Lone surrogates become
 * U+FFFD.
 */
export function escapeInvisible(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replace(controls, escapeCharacter)
    .replace(hiddenCharacters(), escapeCharacter);
}

/**
 * Escapes as `escapeInvisible` does, but leaves line ends and lone surrogates
 * as they are. For text whose line ends matter.
 */
export function escapeHidden(text: string): string {
  return text
    .replace(controls, (character) => (character === "\r" ? character : escapeCharacter(character)))
    .replace(hiddenCharacters(), escapeCharacter);
}

/**
 * Escapes a file or tool name for one line: every control character, line ends
 * and tabs included, and every invisible one.
 */
export function escapeName(name: string): string {
  return name
    .replace(controls, escapeCharacter)
    .replace(/[\n\t]/g, escapeCharacter)
    .replace(hiddenCharacters(), escapeCharacter);
}

/** Keeps what a terminal would show of a line: the text after the last `\r`. */
function lastPaint(text: string): string {
  if (!text.includes("\r")) return text;
  return text
    .split("\n")
    .map((line) => line.slice(line.replace(/\r+$/, "").lastIndexOf("\r") + 1).replace(/\r+$/, ""))
    .join("\n");
}

/**
 * Returns the escape that a character is shown as, such as `\x1b` or
 * `\u{feff}`.
 */
export function escapeCharacter(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\t") return "\\t";
  if (character === "\r") return "\\r";
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
}
