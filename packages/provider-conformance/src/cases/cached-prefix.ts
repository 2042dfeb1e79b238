// Prompt caches. Vendors cache the start of a request and compare it byte for
// byte. A provider that writes one number differently from one turn to the next
// makes every turn pay for the whole conversation.
import { deepStrictEqual, ok } from "node:assert/strict";
import type { Message, ToolResultPart } from "@skein/protocol";
import { modelAt, never, requestOf, serverFor } from "../send-request.ts";
import { outcomeOf, partsOf } from "../outcome-of.ts";
import type { Subject } from "../subject.ts";
import { always, type ConformanceCase } from "./case.ts";
import { lookCall } from "./samples.ts";

/**
 * Turns of the conversation. Enough for marks, ids and counters that change
 * with the length.
 *
 * A tool loop of an agent has this length on an ordinary task. With each turn
 * the cost of a broken prefix grows, since the whole conversation is billed at
 * the full price again.
 */
const turns = 50;

/**
 * Fields with which wires mark what to cache.
 *
 * The names are those of Anthropic, Bedrock and OpenAI, in this order.
 */
const marks = ["cache_control", "cachePoint", "prompt_cache_breakpoint"];

/**
 * Finds the part of a request that the vendor's cache can contain: everything
 * before its last mark or, if the wire has none or does not move it, everything
 * except what closes lists and objects.
 *
 * A mark moves to the end of the conversation with each turn. Bytes behind its
 * last position were not cached and may differ.
 */
function cacheable(body: string): string {
  // The third mark does not move with the conversation.
  const moving = marks.slice(0, 2).map((mark) => body.lastIndexOf(`"${mark}"`));
  const last = Math.max(...moving);
  return last === -1 ? body.replace(/[\]}"]+$/, "") : body.slice(0, last).replace(/[,{]+$/, "");
}

/**
 * Runs a tool loop of 50 turns and returns the bodies of its requests.
 *
 * The replies are the same each time, so any difference between two requests is
 * one that the provider makes.
 */
async function bodiesOf(subject: Subject): Promise<readonly string[]> {
  const reply = { bytes: subject.dialect.encode([lookCall]) };
  await using server = await serverFor(subject, () => reply);
  const model = modelAt(subject, server.url);
  // A long system prompt, so that providers set their marks.
  const request = requestOf(subject, { system: "You are careful. ".repeat(40) });
  let messages: readonly Message[] = request.messages;
  for (let turn = 0; turn <= turns; turn++) {
    const { events, error } = await outcomeOf(model.stream({ ...request, messages }, never));
    if (error !== undefined) throw error;
    const content = partsOf(events);
    const results = content.flatMap((part): ToolResultPart[] =>
      part.type === "tool-call"
        ? [
            {
              type: "tool-result",
              callId: part.id,
              name: part.name,
              content: [{ type: "text", text: `result ${turn}` }],
            },
          ]
        : [],
    );
    messages = [...messages, { role: "assistant", content }, { role: "tool", content: results }];
  }
  // The bytes as they were sent, before any parsing.
  return server.requests.filter((sent) => isConversation(sent.json())).map(({ bytes }) => bytes.toString());
}

/**
 * Returns true for the body of a model call. Providers may send auxiliary
 * requests too.
 *
 * Recognized by the field in which each wire sends its messages.
 */
function isConversation(body: unknown): boolean {
  return (
    typeof body === "object" &&
    body !== null &&
    ["messages", "input", "contents"].some((name) => name in body)
  );
}

/**
 * Cases about prompt caches.
 *
 * - `turns/cached-prefix`: request n+1 starts with everything that the vendor
 *   may have cached of request n.
 * - `turns/cache-marks`: marks for the cache are within the vendor's limit.
 *
 * Nothing fails visibly when a prefix changes: replies are the same, slower and
 * several times as expensive. Only a comparison of bytes shows it.
 *
 * Typical causes: keys in another order after a round trip through JSON, new
 * ids for the same calls in each request, the time of day in the system prompt.
 */
export const cachedPrefixConformance: readonly ConformanceCase[] = [
  {
    // Compares each request with the one before. The system prompt must be part
    // of what is compared, or the case would pass on nothing. All 51 requests
    // are compared in pairs. A break at one length only, for example where a
    // mark moves for the fifth time, would not be found with two requests.
    id: "turns/cached-prefix",
    title: "begins each request with what the one before had cached, byte for byte, over 50 turns",
    notApplicable: always,
    async run(subject) {
      const bodies = await bodiesOf(subject);
      deepStrictEqual(bodies.length, turns + 1);
      for (const [at, body] of bodies.slice(1).entries()) {
        const prefix = cacheable(bodies[at]!);
        ok(prefix.includes("You are careful."), "What is cached does not hold the system prompt.");
        ok(
          body.startsWith(prefix),
          `Request ${at + 2} does not begin with what request ${at + 1} had cached.`,
        );
      }
    },
  },
  {
    // Anthropic rejects a request with more than four marks. A provider that
    // adds a mark in each turn and never removes one works for four turns and
    // fails in the fifth.
    id: "turns/cache-marks",
    title: "marks at most four places for the cache",
    notApplicable: always,
    async run(subject) {
      for (const body of await bodiesOf(subject)) {
        const count = marks.reduce((sum, mark) => sum + body.split(`"${mark}"`).length - 1, 0);
        ok(count <= 4, `There are ${count} marks.`);
      }
    },
  },
];
