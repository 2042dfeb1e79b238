import type { ModelEvent, Redactor } from "@skein/protocol";

type Delta = Extract<ModelEvent, { readonly delta: string }>;

/** Keeps secrets out of what a model says while it streams, also one that the deltas cut or that other parts interrupt. */
export interface DeltaRedactor {
  /** What of a delta can be told now; `undefined` when all of it is held back. */
  push(delta: Delta): Delta | undefined;
  /** What is still held back of a part that is over. */
  endPart(part: number): Delta | undefined;
  /** The same of all parts that are open, in their order: the reply has ended, in whatever way. */
  end(): readonly Delta[];
  /** Forgets what is held back: the reply is made anew. */
  drop(): void;
}

/** Without a redactor everything passes at once. */
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
