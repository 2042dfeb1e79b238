const legal = /^[a-zA-Z0-9_-]{1,128}$/;

/**
 * Gives calls the ids the vendor takes: `^[a-zA-Z0-9_-]+$`, each one once in the whole conversation. Ids that fit stay
 * as they are. Deterministic in the order of the calls, so that a growing conversation keeps what it was given.
 */
export function createCallIds(): (id: string) => string {
  const taken = new Set<string>();
  return (id) => {
    const base = legal.test(id) ? id : id.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 100) || "call";
    let unique = base;
    for (let count = 2; taken.has(unique); count++) unique = `${base}_${count}`;
    taken.add(unique);
    return unique;
  };
}
