/**
 * Transforms the nth occurrence of an id, from 1. Results must be distinct for
 * different counts.
 */
export type IdForm = (id: string, count: number) => string;

/** Keeps the id; from its second occurrence on, appends the count. */
const numbered: IdForm = (id, count) => (count === 1 ? id : `${id}_${count}`);

/**
 * Creates a function that makes call ids unique, since results are matched by
 * id and vendors send duplicate or empty ids.
 *
 * Deterministic in the order of the ids, so that a growing conversation keeps
 * its ids.
 *
 * @param form - form of ids for a protocol that restricts them. Default:
 *   unchanged, with a count from the second occurrence on.
 *
 * @example
 * ```ts
 * const unique = createUniqueIds();
 * [unique("a"), unique("a"), unique("b")]; // ["a", "a_2", "b"]
 * ```
 */
export function createUniqueIds(form: IdForm = numbered): (id: string) => string {
  const taken = new Set<string>();
  /** Occurrences per id, so that a constant id does not take quadratic time. */
  const counts = new Map<string, number>();
  return (id) => {
    let count = (counts.get(id) ?? 0) + 1;
    while (taken.has(form(id, count))) count++;
    counts.set(id, count);
    const unique = form(id, count);
    taken.add(unique);
    return unique;
  };
}

/**
 * Characters and length that a protocol allows in ids or names.
 *
 * @example
 * ```ts
 * const rule: CharacterRule = { illegal: /[^a-zA-Z0-9_-]/g, maxLength: 64 };
 * ```
 */
export interface CharacterRule {
  /** Global pattern of illegal characters. Each match becomes `_`. */
  readonly illegal: RegExp;
  /** Longest id or name, in characters. */
  readonly maxLength: number;
}

/**
 * Creates the form of ids for a protocol. Legal ids stay unchanged, since some
 * models read theirs. Of long ids the end stays, where they differ.
 *
 * @example
 * ```ts
 * const unique = createUniqueIds(legalIds({ illegal: /[^\w-]/g, maxLength: 9 }));
 * [unique("call:1"), unique("call:1")]; // ["call_1", "call_1_2"]
 * ```
 */
export function legalIds({ illegal, maxLength }: CharacterRule): IdForm {
  return (id, count) => {
    const base = id.replace(illegal, "_") || "call";
    const suffix = count === 1 ? "" : `_${count}`;
    return base.slice(-maxLength).slice(0, maxLength - suffix.length) + suffix;
  };
}
