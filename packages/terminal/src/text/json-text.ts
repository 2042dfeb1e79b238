/**
 * A value as JSON that is safe to look at: characters that command a terminal, turn the reading order or are not seen are
 * escaped, so that what is parsed is the same.
 */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(unsafe, (characters) =>
    Array.from({ length: characters.length }, (_, at) => escaped(characters.charCodeAt(at))).join(""),
  );
}

function escaped(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

// DEL, C1, soft hyphen, bidirectional controls, zero width, line separators, invisible operators, fillers, interlinear
// marks, tags. The others of C0 are escaped by JSON itself.
const unsafe =
  /[\u007F-\u009F\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/gu;
