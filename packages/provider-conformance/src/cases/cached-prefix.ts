import { deepStrictEqual, ok } from "node:assert/strict";
import type { Message, ToolResultPart } from "@skein/protocol";
import { modelAt, never, requestOf, serverFor } from "../send-request.ts";
import { outcomeOf, partsOf } from "../outcome-of.ts";
import type { Subject } from "../subject.ts";
import { always } from "./case.ts";
import type { ConformanceCase } from "./case.ts";
import { lookCall } from "./samples.ts";

const turns = 50;

/** Words with which wires mark what to cache. */
const marks = ["cache_control", "cachePoint", "prompt_cache_breakpoint"];

/**
 * What a vendor's cache can hold of a request: all in front of its last mark, or, where the wire has none or it stands
 * still, all of it but for what closes lists and objects.
 */
function cacheable(body: string): string {
  const moving = marks.slice(0, 2).map((mark) => body.lastIndexOf(`"${mark}"`));
  const last = Math.max(...moving);
  return last === -1 ? body.replace(/[\]}"]+$/, "") : body.slice(0, last).replace(/[,{]+$/, "");
}

/** As many requests of one tool loop, as they were sent. */
async function bodiesOf(subject: Subject): Promise<readonly string[]> {
  const reply = { bytes: subject.dialect.encode([lookCall]) };
  await using server = await serverFor(subject, () => reply);
  const model = modelAt(subject, server.url);
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
  return server.requests.filter((sent) => isConversation(sent.json())).map(({ bytes }) => bytes.toString());
}

function isConversation(body: unknown): boolean {
  return (
    typeof body === "object" &&
    body !== null &&
    ["messages", "input", "contents"].some((name) => name in body)
  );
}

export const cachedPrefixConformance: readonly ConformanceCase[] = [
  {
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
