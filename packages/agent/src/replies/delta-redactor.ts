import type { ModelEvent, Redactor } from "@skein/protocol";

type Delta = Extract<ModelEvent, { readonly delta: string }>;

/** Redacts streamed deltas, including a secret that is split across deltas or interrupted by other parts. */
export interface DeltaRedactor {
  /** @returns the part of the delta that can be shown now; `undefined` when all of it is held back. */
  push(delta: Delta): Delta | undefined;
  /** @returns what was held back of a part that has ended. */
  endPart(part: number): Delta | undefined;
  /** @returns the same for all open parts in order, at the end of the reply. */
  end(): readonly Delta[];
  /** Discards held-back text when the reply restarts. */
  drop(): void;
}

/** Without a redactor, deltas pass unchanged. */
export function createDeltaRedactor(redactor: Redactor | undefined): DeltaRedactor {
  const open = new Map<
    number,
    { readonly type: Delta["type"]; readonly stream: ReturnType<Redactor["stream"]> }
  >();

  function endPart(part: number): Delta | undefined {
    const ended = open.get(part);
    if (!ended) return undefined;
    open.delete(part);
    const delta = ended.stream.end();
    return delta === "" ? undefined : { type: ended.type, part, delta };
  }

  return {
    push(delta) {
      if (!redactor) return delta;
      const { type, part } = delta;
      const { stream } = open.get(part) ?? { stream: redactor.stream() };
      if (!open.has(part)) open.set(part, { type, stream });
      const told = stream.push(delta.delta);
      return told === "" ? undefined : { ...delta, delta: told };
    },
    endPart,
    end: () => [...open.keys()].toSorted((one, other) => one - other).flatMap((part) => endPart(part) ?? []),
    drop: () => open.clear(),
  };
}
