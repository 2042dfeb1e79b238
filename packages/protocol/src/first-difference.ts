import { isJsonObject } from "./json.ts";

/**
 * Describes the first difference between two values. A replay uses it to
 * explain why a request is no longer the same.
 *
 * @returns a sentence with a JSON pointer, or undefined if the JSON is
 *   byte-identical. The order of keys counts.
 *
 * @example
 * ```ts
 * firstDifference({ a: [1, 2] }, { a: [1, 3] }); // "/a/1: recorded 2, now 3."
 * firstDifference({ a: 1 }, { a: 1, b: undefined }); // undefined: JSON has no such key
 * ```
 */
export function firstDifference(recorded: unknown, found: unknown): string | undefined {
  const [before, now] = [plain(recorded), plain(found)];
  return JSON.stringify(before) === JSON.stringify(now) ? undefined : walk(before, now, "");
}

function walk(before: unknown, now: unknown, path: string): string {
  if (Array.isArray(before) && Array.isArray(now)) {
    const at = before.findIndex((item, index) => index >= now.length || !same(item, now[index]));
    if (at === -1) return said(path, `${before.length} items`, `${now.length} items`);
    return at < now.length
      ? walk(before[at], now[at], `${path}/${at}`)
      : said(`${path}/${at}`, shown(before[at]), "nothing");
  }
  if (isJsonObject(before) && isJsonObject(now)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])];
    const key = keys.find((name) => !same(before[name], now[name]));
    if (key !== undefined) return walk(before[key], now[key], `${path}/${key}`);
    return said(path, `keys in the order ${Object.keys(before).join(", ")}`, Object.keys(now).join(", "));
  }
  if (typeof before === "string" && typeof now === "string") return textDifference(before, now, path);
  return said(path, shown(before), shown(now));
}

/** Shows a long text only around the first character that differs. */
function textDifference(before: string, now: string, path: string): string {
  let at = 0;
  while (at < before.length && before[at] === now[at]) at++;
  const from = Math.max(0, at - 20);
  return said(
    path,
    `${shown(before.slice(from, at + 40))} (from character ${from})`,
    shown(now.slice(from, at + 40)),
  );
}

function said(path: string, before: string, now: string): string {
  return `${path || "/"}: recorded ${before}, now ${now}.`;
}

function same(before: unknown, now: unknown): boolean {
  return JSON.stringify(before) === JSON.stringify(now);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}

/**
 * Removes what JSON cannot express, such as keys whose value is `undefined`.
 */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}
