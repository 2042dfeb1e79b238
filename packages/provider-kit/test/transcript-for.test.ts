import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AssistantPart, JsonObject, Message, Sidecar } from "@skein/protocol";
import { assistant, result, results, user } from "@skein/test-kit";
import { type Downgrade, downgrades, ownData, transcriptFor, turnsOf } from "../src/index.ts";

const owners = [
  { provider: "one", model: "alpha" },
  { provider: "one", model: "beta" },
  { provider: "two", model: "alpha" },
];

const sidecar: fc.Arbitrary<Sidecar> = fc.record({
  provider: fc.constantFrom("one", "two"),
  model: fc.constantFrom("alpha", "alpha-20260101", "beta"),
  data: fc.constantFrom({ signature: "s" }, { redacted: "r" }, "no object"),
});
const perhaps = fc.option(sidecar, { nil: undefined }).map((one) => (one ? { sidecar: one } : {}));

const part: fc.Arbitrary<AssistantPart> = fc.oneof(
  fc.tuple(fc.string(), perhaps).map(([text, own]) => ({ type: "text" as const, text, ...own })),
  fc.tuple(fc.string(), perhaps).map(([text, own]) => ({ type: "thinking" as const, text, ...own })),
  fc
    .tuple(fc.string(), perhaps)
    .map(([id, own]) => ({ type: "tool-call" as const, id, name: "sh", input: {}, ...own })),
  sidecar.map((own) => ({ type: "opaque" as const, sidecar: own })),
);

const conversation: fc.Arbitrary<readonly Message[]> = fc.array(
  fc.oneof(
    fc.string().map(user),
    fc.array(part, { maxLength: 5 }).map((parts) => assistant(...parts)),
    fc.array(fc.string()).map((ids) => results(...ids.map((id) => result(id, "out")))),
  ),
  { maxLength: 12 },
);

const partsOf = (messages: readonly Message[]): readonly AssistantPart[] =>
  messages.flatMap((message) => (message.role === "assistant" ? message.content : []));

const theirs: Sidecar = { provider: "two", model: "alpha", data: { signature: "s" } };
const own: Sidecar = { provider: "one", model: "alpha-2026-01-31", data: { signature: "s" } };

const kinds: Readonly<Record<AssistantPart["type"], object>> = {
  text: { type: "text", text: "said" },
  thinking: { type: "thinking", text: "thought" },
  "tool-call": { type: "tool-call", id: "c", name: "sh", input: { n: 1 } },
  opaque: { type: "opaque" },
};

const becomes: Readonly<Record<Downgrade, (plain: object, whole: object) => readonly object[]>> = {
  "as-it-is": (_, whole) => [whole],
  plain: (plain) => [plain],
  "left-out": () => [],
};

describe("a conversation, for one of the models that held it", () => {
  it.each(Object.entries(kinds))("has of %s what the table says", (kind, plain) => {
    const row = downgrades[kind as AssistantPart["type"]];
    for (const [who, given] of [
      [row.owner, own],
      [row.others, theirs],
    ] as const) {
      const whole = { ...plain, sidecar: given } as AssistantPart;
      expect(partsOf(transcriptFor([assistant(whole)], owners[0]!))).toEqual(becomes[who](plain, whole));
    }
  });

  it("holds no sidecar of anybody else, and all of its own", () => {
    checkProperty(
      fc.property(conversation, fc.constantFrom(...owners), (messages, owner) => {
        const before = partsOf(messages).flatMap((one) => one.sidecar ?? []);
        const after = partsOf(transcriptFor(messages, owner)).flatMap((one) => one.sidecar ?? []);
        const isOwn = ({ provider, model }: Sidecar): boolean =>
          provider === owner.provider && model.startsWith(owner.model);
        expect(after).toEqual(before.filter(isOwn));
        expect(after.map((one) => ownData(one, owner))).toEqual(
          after.map(({ data }) => (typeof data === "object" ? data : undefined)),
        );
      }),
    );
  });

  it("keeps every call with its result, every text, and what users said", () => {
    checkProperty(
      fc.property(conversation, fc.constantFrom(...owners), (messages, owner) => {
        const kept = transcriptFor(messages, owner);
        const answers = (all: readonly Message[]): unknown =>
          turnsOf(all).map((turn) => ({
            said: turn.said,
            answers: turn.answers.map(({ call, result: found }) => [call.id, found]),
          }));
        expect(answers(kept)).toEqual(answers(messages));
        const texts = (all: readonly Message[]): readonly string[] =>
          partsOf(all).flatMap((one) => (one.type === "text" ? [one.text] : []));
        expect(texts(kept)).toEqual(texts(messages));
      }),
    );
  });

  it("begins, when it has grown, with what it was", () => {
    checkProperty(
      fc.property(conversation, fc.nat(12), fc.constantFrom(...owners), (messages, length, owner) => {
        const before = transcriptFor(messages.slice(0, length), owner);
        expect(transcriptFor(messages, owner).slice(0, before.length)).toEqual(before);
      }),
    );
  });
});

describe("who gets a sidecar back", () => {
  const data: JsonObject = { signature: "s" };
  it.each([
    ["vendor-model-4", "vendor-model-4", true],
    ["vendor-model-4", "vendor-model-4-20260101", true],
    ["vendor-model-4@20260101", "vendor-model-4", true],
    ["vendor-model-4-2026-01-31", "vendor-model-4-latest", true],
    ["vendor-model-4", "vendor-model-4-1", false],
    ["vendor-model-4", "vendor-model-5", false],
    ["vendor-model-4", "vendor-model-4-mini", false],
  ])("what %s wrote, %s: %s", (wrote, asks, gets) => {
    const found = ownData({ provider: "v", model: wrote, data }, { provider: "v", model: asks });
    expect(found).toEqual(gets ? data : undefined);
    expect(ownData({ provider: "v", model: wrote, data }, { provider: "w", model: wrote })).toBeUndefined();
  });
});
