// Values that a comparison of two starts cannot find: a date that is the same
// on both days, an id that was created once. They are recognized by their form.

/** Piece of text that will differ at the next start. */
export interface Passing {
  /** Place in the JSON: `inputSchema/properties/when`. */
  readonly path: string;
  /** The piece of text. */
  readonly found: string;
  /** Its kind, and the text to write instead. */
  readonly what: string;
}

/** Pattern of such texts, with advice. */
interface Kind {
  readonly pattern: RegExp;
  readonly what: string;
}

/**
 * Dates, times, timestamps, UUIDs and temporary paths. The order matters: a
 * date can contain a time of day.
 */
const kinds: readonly Kind[] = [
  {
    pattern:
      /\b(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?/,
    what: "a date; give the format, as in YYYY-MM-DD, and put the date into `dynamicContext`",
  },
  {
    pattern: /(?<![\d:])(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?![\d:])/,
    what: "a time of day; give the format, as in HH:MM:SS, and put the date into `dynamicContext`",
  },
  {
    pattern: /(?<!\d|\d\.)1[5-9]\d{8}(?:\d{3})?(?!\d|\.\d)/,
    what: "a number like a Unix timestamp; put the date into `dynamicContext`",
  },
  {
    pattern: /\b(?!0{8}-|f{8}-f{4}-f)[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/i,
    what: "a UUID; ids belong in tool results",
  },
  {
    pattern: /(?:\/private)?(?:\/var)?\/tmp\/[\w.-]+|\/var\/folders\/[\w.-]+|\\(?:Local\\)?Temp\\[\w.-]+/i,
    what: "a temporary path; return it in a tool result",
  },
];

/**
 * Finds clocks, ids and temporary paths in the strings and numbers of a JSON
 * value, keys included.
 *
 * @param path - place of the value in the whole. Default: the root.
 */
export function findPassing(value: unknown, path = ""): readonly Passing[] {
  if (typeof value === "number") return inText(String(value), path);
  if (typeof value === "string") return inText(value, path);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = path === "" ? key : `${path}/${key}`;
    return [...(Array.isArray(value) ? [] : inText(key, place)), ...findPassing(inner, place)];
  });
}

/** Finds at most one piece of each kind in a text. */
function inText(text: string, path: string): readonly Passing[] {
  let rest = text;
  return kinds.flatMap(({ pattern, what }) => {
    const found = pattern.exec(rest)?.[0];
    if (found === undefined) return [];
    rest = rest.replaceAll(found, " "); // a date may contain a time of day
    return [{ path, found, what }];
  });
}
