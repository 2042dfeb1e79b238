import type { Entry, EntryBody } from "@skein/protocol";

/** A journal of one run, numbered from 1. */
export function journalOf(...bodies: readonly EntryBody[]): readonly Entry[] {
  return bodies.map((body, at): Entry => ({ v: 1, seq: at + 1, at, run: "r", ...body }));
}

export const says = (text: string) => [{ type: "text", text }] as const;

type BodyOf<Kind extends EntryBody["kind"]> = Extract<EntryBody, { readonly kind: Kind }>;

/** A body of each kind, with what a test does not care about filled in. */
export const bodies = {
  request: (more: Partial<BodyOf<"model-request">> = {}): EntryBody => ({
    kind: "model-request",
    purpose: "turn",
    provider: "p",
    model: "m",
    options: {},
    requestHash: "h",
    ...more,
  }),
  result: (request: number, more: Partial<BodyOf<"model-result">> = {}): EntryBody => ({
    kind: "model-result",
    request,
    attempts: 1,
    provider: "p",
    model: "m",
    usage: { input: 1, output: 1 },
    ...more,
  }),
  message: (request: number, more: Partial<BodyOf<"assistant-message">> = {}): EntryBody => ({
    kind: "assistant-message",
    request,
    content: says("hello"),
    ...more,
  }),
  calls: (request: number, ...calls: readonly (readonly [id: string, input: object])[]): EntryBody => ({
    kind: "assistant-message",
    request,
    content: calls.map(([id, input]) => ({ type: "tool-call", id, name: "act", input: { ...input } })),
  }),
  approval: (id: string, callId: string, preview?: string): EntryBody => ({
    kind: "question",
    question: {
      ...({ id, kind: "approval", callId, tool: "act", extension: "e", effect: "runs", input: {} } as const),
      reason: "Asked.",
      ...(preview === undefined ? {} : { preview }),
    },
  }),
  elicitation: (id: string): EntryBody => ({
    kind: "question",
    question: { id, kind: "elicitation", extension: "e", message: "Who?", schema: {} },
  }),
  answer: (questionId: string, more: Partial<BodyOf<"answer">> = {}): EntryBody => ({
    kind: "answer",
    questionId,
    answer: { allow: "once" },
    by: "ask",
    ...more,
  }),
  decision: (callId: string, more: Partial<BodyOf<"decision">> = {}): EntryBody => ({
    kind: "decision",
    callId,
    verdict: "allow",
    by: "rule",
    ...more,
  }),
  intent: (callId: string, more: Partial<BodyOf<"tool-intent">> = {}): EntryBody => ({
    kind: "tool-intent",
    callId,
    tool: "act",
    extension: "e",
    input: {},
    effect: "reads",
    repeat: "once",
    ...more,
  }),
  done: (callId: string, more: Partial<BodyOf<"tool-result">> = {}): EntryBody => ({
    kind: "tool-result",
    callId,
    name: "act",
    content: says("ok"),
    durationMs: 1,
    ...more,
  }),
  said: (more: Partial<BodyOf<"user-message">> = {}): EntryBody => ({
    kind: "user-message",
    from: "user",
    content: says("go"),
    ...more,
  }),
  queued: (id: string, more: Partial<BodyOf<"queued">> = {}): EntryBody => ({
    kind: "queued",
    id,
    content: says("wait"),
    steer: false,
    ...more,
  }),
  settings: (more: Partial<BodyOf<"settings">> = {}): EntryBody => ({
    kind: "settings",
    provider: "p",
    model: "m",
    mode: "auto",
    extensions: [],
    limits: { maxTurns: 10, maxRepetitions: 10 },
    options: {},
    ...more,
  }),
  runStart: (...input: readonly string[]): EntryBody => ({ kind: "run-start", input: input.flatMap(says) }),
  outcome: (more: Partial<BodyOf<"outcome">> = {}): EntryBody => ({
    kind: "outcome",
    outcome: "done",
    turns: 1,
    ...more,
  }),
  notice: (audience: "user" | "model" | "both"): EntryBody => ({
    kind: "notice",
    audience,
    level: "info",
    text: "By the way.",
  }),
};
