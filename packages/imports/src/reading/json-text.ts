import type { JsonValue } from "@skein/protocol";

/** Where a text stops being JSON; from 1. What stands there is not told: it may be a key. */
export class JsonFault extends Error {
  readonly line: number;
  readonly column: number;

  constructor(text: string, offset: number) {
    super("this is not JSON");
    const before = text.slice(0, offset).split("\n");
    this.line = before.length;
    this.column = (before.at(-1) ?? "").length + 1;
  }
}

/** Deeper than any settings; what nests further is refused rather than a stack overflow. */
const maxDepth = 200;

/** JSON as settings are written: with comments and commas after the last part. Throws `JsonFault`. */
export function parseJsonText(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return lenient(text);
  }
}

const blank = /(?:[ \t\r\n\uFEFF]+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
// oxlint-disable-next-line no-control-regex
const string = /"(?:[^"\\\u0000-\u001F]|\\.)*"/y;
const word = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function lenient(text: string): JsonValue {
  let at = 0;
  const skip = (): void => void take(blank);
  const take = (shape: RegExp): string => {
    shape.lastIndex = at;
    const found = shape.exec(text)?.[0] ?? "";
    at += found.length;
    return found;
  };
  const fault = (): JsonFault => new JsonFault(text, at);
  const isNext = (mark: string): boolean => {
    skip();
    if (text[at] !== mark) return false;
    at++;
    return true;
  };
  /** A string or a word; the shapes let through what JSON does not know, such as `\x`. */
  const plain = (shape: RegExp): JsonValue => {
    const start = at;
    try {
      return JSON.parse(take(shape)) as JsonValue;
    } catch {
      at = start;
      throw fault();
    }
  };
  const value = (depth: number): JsonValue => {
    if (depth > maxDepth) throw fault();
    if (isNext("{")) {
      const parts: [string, JsonValue][] = [];
      while (!isNext("}")) {
        const key = plain(string) as string;
        if (!isNext(":")) throw fault();
        parts.push([key, value(depth + 1)]);
        if (!isNext(",") && text[at] !== "}") throw fault();
      }
      return Object.fromEntries(parts);
    }
    if (isNext("[")) {
      const parts: JsonValue[] = [];
      while (!isNext("]")) {
        parts.push(value(depth + 1));
        if (!isNext(",") && text[at] !== "]") throw fault();
      }
      return parts;
    }
    return plain(text[at] === '"' ? string : word);
  };
  const whole = value(0);
  skip();
  if (at < text.length) throw fault();
  return whole;
}
