/** What keys send, by their names. Source: the terminfo entry `screen`, for which programs in a terminal are told to work. */
const sequences: Readonly<Record<string, string>> = {
  enter: "\r",
  return: "\r",
  escape: "\u001B",
  esc: "\u001B",
  tab: "\t",
  btab: "\u001B[Z",
  space: " ",
  backspace: "\u007F",
  delete: "\u001B[3~",
  insert: "\u001B[2~",
  home: "\u001B[1~",
  end: "\u001B[4~",
  pageup: "\u001B[5~",
  pagedown: "\u001B[6~",
  f1: "\u001BOP",
  f2: "\u001BOQ",
  f3: "\u001BOR",
  f4: "\u001BOS",
  f5: "\u001B[15~",
  f6: "\u001B[17~",
  f7: "\u001B[18~",
  f8: "\u001B[19~",
  f9: "\u001B[20~",
  f10: "\u001B[21~",
  f11: "\u001B[23~",
  f12: "\u001B[24~",
};

const arrows: Readonly<Record<string, string>> = { up: "A", down: "B", right: "C", left: "D" };

/**
 * What words between spaces type: names of keys (`Escape`, `Up`, `C-c`, `M-x`) their sequences, any other word itself.
 *
 * @param isApplication - whether the program has set cursor keys to application mode.
 */
export function typedByKeys(words: string, isApplication: boolean): string {
  return words
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => typedBy(word, isApplication))
    .join("");
}

function typedBy(word: string, isApplication: boolean): string {
  const [, modifier, key = ""] = /^([CM])-(.+)$/i.exec(word) ?? [];
  if (modifier?.toUpperCase() === "M") return `\u001B${typedBy(key, isApplication)}`;
  const control = modifier === undefined ? undefined : controlOf(key);
  if (control !== undefined) return control;
  const name = word.toLowerCase();
  const arrow = Object.hasOwn(arrows, name) ? arrows[name] : undefined;
  if (arrow !== undefined) return `\u001B${isApplication ? "O" : "["}${arrow}`;
  return Object.hasOwn(sequences, name) ? (sequences[name] ?? word) : word;
}

/** Of a letter, or of one of `@[\]^_?`. */
function controlOf(key: string): string | undefined {
  if (key === "?") return "\u007F";
  if (key.toLowerCase() === "space") return "\0";
  return /^[@-_a-z]$/i.test(key) ? String.fromCharCode(key.toUpperCase().charCodeAt(0) & 0x1f) : undefined;
}
