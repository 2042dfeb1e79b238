/** What becomes of an id when it comes for the nth time, counted from 1. Two counts never give the same. */
export type IdForm = (id: string, count: number) => string;

/** The id as it is; from its second coming on with the count behind it. */
const numbered: IdForm = (id, count) => (count === 1 ? id : `${id}_${count}`);

/**
 * Gives calls ids that are unlike: results are matched to calls by id, and vendors send the same one twice, or none.
 * Deterministic in the order of the ids, so that a growing conversation keeps what it was given.
 *
 * @param form - for a wire that does not take every id. Default: as it is.
 */
export function createUniqueIds(form: IdForm = numbered): (id: string) => string {
  const taken = new Set<string>();
  /** How often an id came, so that a constant one does not cost squares. */
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
  /** Global: what is not taken, each match becomes `_`. */
  readonly illegal: RegExp;
  readonly maxLength: number;
}

/** Ids that the wire takes stay as they are, since some models read theirs; of long ones the end stays, where they differ. */
export function legalIds({ illegal, maxLength }: CharacterRule): IdForm {
  return (id, count) => {
    const base = id.replace(illegal, "_") || "call";
    const suffix = count === 1 ? "" : `_${count}`;
    return base.slice(-maxLength).slice(0, maxLength - suffix.length) + suffix;
  };
}
