import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AssistantPart, Message, ModelRequest } from "@skein/protocol";
import { assistant, results, user } from "@skein/test-kit";
import { chat } from "../src/chat.ts";
import { responses } from "../src/responses.ts";
import { look } from "./requests.ts";
import { targetOf } from "./targets.ts";

const turns = 30;

/** What the model does in one turn: thoughts, text, calls, some broken, some answered with a picture. */
const turn = fc.record({
  thought: fc.option(fc.string()),
  text: fc.string(),
  calls: fc.array(
    fc.record({ id: fc.constantFrom("c", "d", ""), broken: fc.boolean(), picture: fc.boolean() }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  told: fc.boolean(),
  steer: fc.option(fc.string({ minLength: 1 })),
});

type Turn = typeof turn extends fc.Arbitrary<infer Value> ? Value : never;

function said({ thought, text, calls, told, steer }: Turn, at: number, api: string): Message[] {
  const owner = { provider: "openai", model: "gpt-5" };
  const thinking: AssistantPart[] =
    thought === null
      ? []
      : [
          {
            type: "thinking",
            text: thought,
            sidecar: {
              ...owner,
              data: { api, id: `rs_${at}`, summary: [], encrypted_content: "S", field: "reasoning" },
            },
          },
        ];
  const parts = calls.map(({ id, broken }, place): AssistantPart => {
    const head = { type: "tool-call", id, name: place === 1 ? "no.such tool" : "look" } as const;
    return broken ? { ...head, raw: '{"a', problem: "cut-off" } : { ...head, input: { at: `${at}` } };
  });
  const answers = calls.map(({ id, picture }, place) => ({
    type: "tool-result" as const,
    callId: id,
    name: place === 1 ? "no.such tool" : "look",
    content: picture
      ? [{ type: "image" as const, mediaType: "image/png", data: "AA==" }]
      : [{ type: "text" as const, text: `${place}` }],
  }));
  return [
    assistant(...thinking, { type: "text", text }, ...parts),
    results(...answers.slice(0, -1), {
      ...answers.at(-1)!,
      ...(told ? { dynamicContext: [`It is ${at}.`] } : {}),
    }),
    ...(steer === null ? [] : [user(steer)]),
  ];
}

function request(messages: readonly Message[]): ModelRequest {
  return {
    system: "You are brief.",
    tools: [look, { ...look, name: "look at all of it" }],
    messages,
    options: { effort: "high", maxOutputTokens: 1000 },
  };
}

describe.each([
  { dialect: responses, api: "responses" },
  { dialect: chat, api: "chat" },
])("requests of $api", ({ dialect, api }) => {
  it(`over ${turns} tool turns, each is the beginning of the next`, () => {
    checkProperty(
      fc.property(fc.array(turn, { minLength: turns, maxLength: turns }), (script) => {
        let messages: readonly Message[] = [user("Begin")];
        let before = "";
        for (const [at, next] of script.entries()) {
          const bytes = JSON.stringify(dialect.body(request(messages), targetOf("gpt-5")));
          expect(bytes.startsWith(before)).toBe(true);
          // What only closes lists and objects may be followed by more.
          before = bytes.replace(/[\]}]+$/, "");
          messages = [...messages, ...said(next, at, api)];
        }
      }),
      { numRuns: 15 },
    );
  });
});
