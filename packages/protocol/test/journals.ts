import fc from "fast-check";
import type { Entry, EntryBody, ToolCallPart } from "../src/index.ts";

interface GeneratedTurn {
  readonly text: string;
  readonly calls: readonly { readonly ran: boolean; readonly broken: boolean; readonly order: number }[];
  readonly drafted: boolean;
  readonly restarted: boolean;
}

const turn: fc.Arbitrary<GeneratedTurn> = fc.record({
  text: fc.string({ maxLength: 8 }),
  calls: fc.array(
    fc.record({ ran: fc.boolean(), broken: fc.boolean(), order: fc.integer({ min: 0, max: 9 }) }),
    { maxLength: 4 },
  ),
  drafted: fc.boolean(),
  restarted: fc.boolean(),
});

/** Journals as an agent writes them: results come in any order, some calls never start, some replies are drafted. */
export const journals: fc.Arbitrary<readonly Entry[]> = fc
  .array(fc.array(turn, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 })
  .map((runs) => number(runs.flatMap((turns, run) => runBodies(turns, run))));

const place = fc.integer({ min: -2, max: 60 });

const change: fc.Arbitrary<EntryBody> = fc.oneof(
  fc.record({
    kind: fc.constant("compaction" as const),
    summary: fc.constantFrom("before", "so far"),
    firstKept: place,
    pinned: fc.array(place, { maxLength: 4 }),
    receipt: fc.constant({}),
  }),
  fc.record({
    kind: fc.constant("elision" as const),
    results: fc.array(
      fc.record({ seq: place, content: fc.constant([{ type: "text" as const, text: "short" }]) }),
      { maxLength: 3 },
    ),
  }),
);

/** The same with compactions and elisions at any place, sound ones and others. */
export const changedJournals: fc.Arbitrary<readonly Entry[]> = fc
  .tuple(journals, fc.array(fc.tuple(place, change), { maxLength: 6 }))
  .map(([entries, changes]) => {
    const bodies: EntryBody[] = [...entries];
    for (const [at, body] of changes) bodies.splice(Math.max(0, at), 0, body);
    return number(bodies);
  });

export function number(bodies: readonly EntryBody[]): readonly Entry[] {
  return bodies.map((body, at) => ({ ...body, v: 1, seq: at + 1, at: 0, run: "r" }));
}

function runBodies(turns: readonly GeneratedTurn[], run: number): EntryBody[] {
  return [
    { kind: "run-start", input: [] },
    { kind: "user-message", from: "user", content: [{ type: "text", text: `task ${run}` }] },
    ...turns.flatMap((one, at) => turnBodies(one, `${run}.${at}`)),
    { kind: "outcome", outcome: "done", turns: turns.length },
  ];
}

function turnBodies({ text, calls, drafted, restarted }: GeneratedTurn, name: string): EntryBody[] {
  const parts = calls.map(({ broken }, at): ToolCallPart => ({
    type: "tool-call",
    id: `${name}-${at}`,
    name: "tool",
    ...(broken ? { raw: "{", problem: "cut-off" } : { input: {} }),
  }));
  const content = [{ type: "text" as const, text }, ...parts];
  const ordered = calls
    .map((call, at) => ({ call, part: parts[at] as ToolCallPart }))
    .toSorted((a, b) => a.call.order - b.call.order);
  return [
    {
      kind: "model-request",
      purpose: "turn",
      provider: "p",
      model: "m",
      options: {},

      requestHash: "",
    },
    ...(drafted ? [{ kind: "reply-draft" as const, request: 0, content: content.slice(0, 1) }] : []),
    ...(restarted
      ? [{ kind: "assistant-message" as const, request: 0, content, partial: "restarted" as const }]
      : []),
    { kind: "assistant-message", request: 0, content, stop: "answered", rawStop: "x" },
    ...ordered.flatMap(({ call, part }): EntryBody[] => [
      ...(call.ran && !call.broken
        ? [
            {
              kind: "tool-intent" as const,
              callId: part.id,
              tool: "tool",
              extension: "e",
              input: {},
              effect: "runs" as const,
              repeat: "once" as const,
            },
          ]
        : []),
      {
        kind: "tool-result",
        callId: part.id,
        name: "tool",
        content: [{ type: "text", text: part.id }],
        durationMs: 0,
      },
    ]),
  ];
}
