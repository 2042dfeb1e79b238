// Foreign text on its way to a model or a terminal: what cannot be seen is shown, what only paints is dropped.

/** Terminal sequences: CSI (colours, cursor), OSC and the other string sequences, and those of two characters. */
const sequences =
  // oxlint-disable-next-line no-control-regex
  /\u001B(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)|[ -/]+[0-~]|[=>78DEHMc])/g;

// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/**
 * Characters that are not seen or that turn the reading order: tags, bidi controls, zero width, line separators, fillers,
 * and joiners and variation selectors that stand where no script and no emoji wants one.
 */
const hidden =
  /[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]|(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])[\u200C\u200D]|(?<![^\s\uFE00-\uFE0F\u200B-\u200F])[\uFE00-\uFE0F]/gu;

/**
 * Program output as text: terminal sequences are dropped, `\r\n` becomes `\n`, of lines painted over (`\r`) the last
 * state stays, other control characters are shown as `\x1b`. Only `\n` and `\t` pass.
 */
export function stripTerminalCodes(text: string): string {
  return lastPaint(text.replace(sequences, "").replaceAll("\r\n", "\n")).replace(controls, escaped);
}

/**
 * Text of a stranger, as a server of tools is one: every control and every hidden character is shown escaped; only `\n` and
 * `\t` pass, and `\r\n` becomes `\n`. What it becomes, it stays.
 */
export function escapeInvisible(text: string): string {
  return text.toWellFormed().replaceAll("\r\n", "\n").replace(controls, escaped).replace(hidden, escaped);
}

/** A file's or a tool's name on one line: every control and every hidden character is shown escaped. */
export function escapeName(name: string): string {
  return name
    .replace(controls, escaped)
    .replace(/[\n\t]/g, escaped)
    .replace(hidden, escaped);
}

function lastPaint(text: string): string {
  if (!text.includes("\r")) return text;
  return text
    .split("\n")
    .map((line) => line.slice(line.replace(/\r+$/, "").lastIndexOf("\r") + 1).replace(/\r+$/, ""))
    .join("\n");
}

function escaped(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\t") return "\\t";
  if (character === "\r") return "\\r";
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
}
