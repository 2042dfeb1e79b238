import type { AgentEvent, Usage } from "@skein/protocol";
import { expect, expectTypeOf, it } from "vitest";
import type { z } from "zod";
import type { agentEvent } from "../src/schemas/events.ts";
import { usage } from "../src/schemas/messages.ts";

/** One of them, also where several types share an interface. */
type OfType<Event, Type> = Event extends { readonly type: infer Types }
  ? Type extends Types
    ? Event
    : never
  : never;

/** By type of event, the names of its fields. */
type Fields<Event extends { readonly type: string }> = {
  readonly [Type in Event["type"]]: keyof OfType<Event, Type>;
};

it("the schema of events has each event with each of its fields, and no other", () => {
  expectTypeOf<Fields<z.infer<typeof agentEvent>>>().toEqualTypeOf<Fields<AgentEvent>>();
});

it("the usage of an event may have every count that a vendor reports", () => {
  expectTypeOf<keyof z.infer<typeof usage>>().toEqualTypeOf<keyof Usage>();
  const all = {
    input: 1,
    output: 2,
    cacheRead: 3,
    cacheWrite: 4,
    prompt: 8,
    reasoning: 1,
    reportedUsd: 0.002,
  } satisfies Required<Usage>;
  expect(usage.parse(all)).toEqual(all);
});
