/** Transforms the nth occurrence of an id, from 1. Must be distinct for different counts. */
export type IdForm = (id: string, count: number) => string;

/** The unchanged id; from its second occurrence on with the count appended. */
const numbered: IdForm = (id, count) => (count === 1 ? id : `${id}_${count}`);

/**
 * Makes call ids unique, since results are matched by id and vendors send duplicate or empty ids.
 * Deterministic in the order of the ids, so that a growing conversation keeps its ids.
 *
 * @param form - for a protocol that restricts ids. Default: unchanged.
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

export interface CharacterRule {
  /** Global pattern of illegal characters; each match becomes `_`. */
  readonly illegal: RegExp;
  readonly maxLength: number;
}

/**
 * Keeps legal ids unchanged, since some models read theirs; of long ids it keeps the end, where they differ.
 */
export function legalIds({ illegal, maxLength }: CharacterRule): IdForm {
  return (id, count) => {
    const base = id.replace(illegal, "_") || "call";
    const suffix = count === 1 ? "" : `_${count}`;
    return base.slice(-maxLength).slice(0, maxLength - suffix.length) + suffix;
  };
}
