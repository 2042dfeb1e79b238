import { factKinds, type FactKind, type Wording } from "./facts.ts";
import type { Asked } from "./hold-exam.ts";

/** What was asked in all sessions of a set, by who wrote the summaries. */
export type Exams = ReadonlyMap<string, readonly Asked[]>;

/** These stay in the conversation, whatever happens. */
const alwaysThere: readonly FactKind[] = ["rule of the user", "plan", "pinned part"];

export function examTable(exams: Exams, after: readonly number[]): readonly (readonly string[])[] {
  const head = [
    "kind of fact",
    "summaries",
    ...after.flatMap((times) => [`after ${times}: asked`, "in context", "reachable", "with fewer words"]),
  ];
  const rows = factKinds.flatMap((kind) =>
    [...exams].map(([summariser, asked]) => [
      kind,
      summariser,
      ...after.flatMap((times) => {
        const of = asked.filter(({ fact, compactions }) => fact.kind === kind && compactions === times);
        return [
          String(of.length),
          share(of, ({ inContext }) => inContext),
          share(of, ({ reachable }) => reachable),
          share(of, ({ loosely }) => loosely),
        ];
      }),
    ]),
  );
  return [head, ...rows];
}

function share(asked: readonly Asked[], has: (one: Asked) => boolean): string {
  return asked.length === 0 ? "-" : `${Math.floor((100 * asked.filter(has).length) / asked.length)} %`;
}

/** What is not as it must be, a sentence each. */
export function examBreaks(wording: Wording, exams: Exams): readonly string[] {
  return [...exams].flatMap(([summariser, asked]) =>
    asked.flatMap(({ fact, compactions, inContext, reachable }) => {
      const place = `${wording}, ${summariser}, after ${compactions}`;
      if (alwaysThere.includes(fact.kind) && !inContext)
        return [`${place}: the ${fact.kind} "${fact.text}" is not in the context.`];
      return reachable ? [] : [`${place}: "${fact.question}" was not answered.`];
    }),
  );
}
