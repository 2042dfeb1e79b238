import fc from "fast-check";
import type { Entry, EntryBody } from "@skein/protocol";

/** What a generated journal is made of: an agent's own steps, in their order, and changes at any place. */
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant("message" as const) },
    { weight: 5, arbitrary: fc.constant("reply" as const) },
    { weight: 1, arbitrary: fc.constantFrom("queued" as const, "draft" as const, "restarted" as const) },
    { weight: 1, arbitrary: fc.constantFrom("asked" as const, "answered" as const) },
  ),
  { minLength: 1, maxLength: 14 },
);

const place = fc.integer({ min: -1, max: 70 });

const change: fc.Arbitrary<EntryBody> = fc.oneof(
  fc.record({
    kind: fc.constant("compaction" as const),
    summary: fc.constantFrom("so far", "before"),
    firstKept: place,
    pinned: fc.array(place, { maxLength: 5 }),
    receipt: fc.constant({}),
  }),
  fc.record({
    kind: fc.constant("elision" as const),
    results: fc.array(
      fc.record({ seq: place, content: fc.constant([{ type: "text" as const, text: "short" }]) }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  fc.record({ kind: fc.constant("rewind" as const), to: place }),
  fc.record({
    kind: fc.constant("notice" as const),
    audience: fc.constantFrom("user" as const, "both" as const),
    level: fc.constant("info" as const),
    text: fc.constant("By the way."),
  }),
  fc.record({
    kind: fc.constant("extension-state" as const),
    extension: fc.constantFrom("a", "b"),
    state: fc.nat(),
  }),
  fc.record({
    kind: fc.constant("model-request" as const),
    purpose: fc.constantFrom("title" as const, "compaction" as const),
    provider: fc.constant("p"),
    model: fc.constant("m"),
    requestHash: fc.constant(""),
    options: fc.constant({}),
  }),
  fc.record({
    kind: fc.constant("settings" as const),
    provider: fc.constantFrom("p", "q"),
    model: fc.constant("m"),
    mode: fc.constant("auto"),
    extensions: fc.constant([]),
    limits: fc.constant({ maxTurns: 1, maxRepetitions: 1 }),
    options: fc.constant({}),
    contextTokens: fc.nat(),
  }),
  fc.record({
    kind: fc.constant("tool-intent" as const),
    callId: fc.constantFrom("begun", "1-a"),
    tool: fc.constant("act"),
    extension: fc.constant("act"),
    input: fc.constant({}),
    effect: fc.constant("runs" as const),
    repeat: fc.constant("once" as const),
  }),
);

/** Journals with compactions, elisions, rewinds and notices at any place, sound ones and others. */
export const journals: fc.Arbitrary<readonly Entry[]> = fc
  .tuple(steps, fc.array(fc.tuple(place, change), { maxLength: 8 }))
  .map(([kinds, changes]) => {
    const bodies = kinds.flatMap((kind, at) => bodiesOf(kind, at));
    for (const [at, body] of changes) bodies.splice(Math.max(0, at), 0, body);
    return bodies.map((body, at): Entry => ({ v: 1, seq: at + 1, at: 0, run: "r", ...linked(body, at + 1) }));
  });

/** A result of a request names it: here always the last entry. */
function linked(body: EntryBody, seq: number): EntryBody {
  return body.kind === "model-result" ? { ...body, request: seq - 1 } : body;
}

type Step = "message" | "reply" | "queued" | "draft" | "restarted" | "asked" | "answered";

function bodiesOf(kind: Step, at: number): EntryBody[] {
  const content = [{ type: "text", text: `${kind} ${at}` }] as const;
  const usage = { input: 10 * at, output: 1 };
  const request: EntryBody[] = [
    {
      kind: "model-request",
      purpose: "turn",
      provider: "p",
      model: "m",
      options: {},

      requestHash: "",
    },
    { kind: "model-result", request: 0, attempts: 1, provider: "p", model: "m", usage },
  ];
  switch (kind) {
    case "message":
      return [{ kind: "user-message", from: "user", content }];
    case "queued":
      return [
        { kind: "queued", id: `q${at}`, content, steer: false },
        { kind: "queued", id: `never${at}`, content, steer: true },
        { kind: "user-message", from: "user", content, queued: `q${at}` },
      ];
    case "draft":
      return [...request, { kind: "reply-draft", request: 0, content }];
    case "restarted":
      return [...request, { kind: "assistant-message", request: 0, content, partial: "restarted" }];
    case "asked":
    case "answered": {
      const asks: EntryBody = {
        kind: "question",
        question: {
          ...({ id: `q${at}`, kind: "approval", callId: `${at}-a`, tool: "act", extension: "act" } as const),
          ...({ effect: "runs", input: {}, reason: "" } as const),
        },
      };
      const answer: EntryBody = {
        kind: "answer",
        questionId: `q${at}`,
        answer: { allow: "once" },
        by: "ask",
      };
      const parts = [`${at}-a`, `${at}-b`].map(
        (id) => ({ type: "tool-call", id, name: "act", input: {} }) as const,
      );
      return [
        ...request,
        { kind: "assistant-message", request: 0, content: [...content, ...parts], stop: "tool-calls" },
        ...[asks, answer].slice(0, kind === "asked" ? 1 : 2),
      ];
    }
    case "reply": {
      const calls = [`${at}-a`, `${at}-b`];
      const parts = calls.map((id) => ({ type: "tool-call", id, name: "act", input: {} }) as const);
      const done = { name: "act", content: [{ type: "text", text: "ok" }], durationMs: 0 } as const;
      return [
        ...request,
        { kind: "assistant-message", request: 0, content: [...content, ...parts], stop: "tool-calls" },
        ...calls.toReversed().map((callId): EntryBody => ({ kind: "tool-result", callId, ...done })),
      ];
    }
  }
}
