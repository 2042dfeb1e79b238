/** How many denied words each part of the repository may still have. The numbers only fall. */
export type Ratchet = Readonly<Record<string, number>>;

/** The parts that have more than they may; a part without a row may have none. */
export function exceeded(ratchet: Ratchet, counts: ReadonlyMap<string, number>): readonly string[] {
  return [...counts].filter(([part, count]) => count > (ratchet[part] ?? 0)).map(([part]) => part);
}

/** The rows, lowered to what is there; those of parts without offences go. Never raises one. */
export function lowered(ratchet: Ratchet, counts: ReadonlyMap<string, number>): Ratchet {
  const rows = Object.entries(ratchet).map(([part, allowed]) => {
    return [part, Math.min(allowed, counts.get(part) ?? 0)] as const;
  });
  return Object.fromEntries(rows.filter(([, count]) => count > 0));
}
