import { defineExtension, defineTool } from "@skein/extension-kit";
import { serveHttp } from "@skein/extension-kit/serve";
import type {
  ExtensionRequests,
  Message,
  SamplingReply,
  SamplingRequest,
  UserMessage,
} from "@skein/protocol";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { z } from "zod";
import { mcp } from "../../src/index.ts";
import { sampledMessages } from "../../src/mcp/requests/sampled-messages.ts";
import { sampledTools } from "../../src/mcp/requests/sampled-tools.ts";
import { says, torture, using } from "./workshop.ts";

const stock = { name: "stock", description: "How many there are.", inputSchema: { type: "object" } } as const;
const question: UserMessage = {
  role: "user",
  from: "agent",
  content: [{ type: "text", text: "How many pears?" }],
};

/** Its tool asks the model, runs what it calls, and asks again. */
const counter = () =>
  defineExtension({
    name: "counter",
    tools: [
      defineTool({
        name: "count",
        description: "Counts.",
        effect: "reads",
        input: z.object({}),
        async run(_, { requests }) {
          const messages: Message[] = [question];
          const ask = (id: string) =>
            requests!.sample({
              id,
              system: "",
              messages,
              maxOutputTokens: 9,
              tools: [stock],
              toolChoice: "auto",
            });
          const first = await ask("first");
          const [call] = first.toolCalls ?? [];
          if (!call) return first.text;
          const content = [{ type: "text", text: "7" }] as const;
          messages.push(
            { role: "assistant", content: [call] },
            { role: "tool", content: [{ type: "tool-result", callId: call.id, name: "stock", content }] },
          );
          return (await ask("second")).text;
        },
      }),
    ],
  });

const call = { type: "tool-call", id: "t1", name: "stock", input: { of: "pears" } } as const;
const replies: SamplingReply[] = [
  { model: "m", text: "I look.", toolCalls: [call] },
  { model: "m", text: "There are 7." },
];

function scripted() {
  const asked: SamplingRequest[] = [];
  const sample: ExtensionRequests["sample"] = async (request) => {
    asked.push(request);
    return replies[asked.length - 1]!;
  };
  return { asked, requests: { sample, elicit: async () => null } };
}

const second = [
  question,
  { role: "assistant", content: [call] },
  { role: "tool", content: [{ callId: "t1", name: "stock", content: [{ text: "7" }] }] },
];

it("a server's tools, the model's calls and their results get through", async () => {
  await using served = await serveHttp(counter());
  const { url, token } = served;
  await using extension = using(mcp({ name: "counter", url, headers: { Authorization: `Bearer ${token}` } }));
  const { asked, requests } = scripted();
  expect(await says(extension, "count", {}, { requests })).toBe("There are 7.");
  expect(asked[0]).toMatchObject({ tools: [stock], toolChoice: "auto", messages: [question] });
  expect(asked[1]?.messages).toMatchObject(second);
});

it("and those of a server of 2025, which asks while its call runs", async () => {
  await using extension = using(torture("samples-tools"));
  const { asked, requests } = scripted();
  expect(JSON.parse(await says(extension, "count", {}, { requests }))).toMatchObject([
    { stopReason: "toolUse", content: [{ type: "text" }, { type: "tool_use", id: "t1", name: "stock" }] },
    { stopReason: "endTurn", content: { type: "text", text: "There are 7." } },
  ]);
  expect(asked[1]?.messages).toMatchObject(second);
});

it("a client that does not offer it is not asked", async () => {
  await using served = await serveHttp(counter());
  const { url, token } = served;
  const client = new Client({ name: "old", version: "1" }, { capabilities: { sampling: {} } });
  const fetchOptions = { requestInit: { headers: { Authorization: `Bearer ${token}` } } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), fetchOptions));
  const refused = JSON.stringify(await client.callTool({ name: "count" }));
  expect(refused).toContain("does not let extensions give its model tools");
  await client.close();
});

const use = (id: string) => ({ type: "tool_use" as const, id, name: "stock", input: {} });
const result = (toolUseId: string) => ({ type: "tool_result" as const, toolUseId, content: [] });
const text = { type: "text" as const, text: "and" };

it.each([
  ["a call without its result", [{ role: "assistant", content: [use("a")] }]],
  [
    "one of two results",
    [
      { role: "assistant", content: [use("a"), use("b")] },
      { role: "user", content: [result("a")] },
    ],
  ],
  ["a result of no call", [{ role: "user", content: [result("a")] }]],
  [
    "a result twice",
    [
      { role: "assistant", content: [use("a")] },
      { role: "user", content: [result("a"), result("a")] },
    ],
  ],
  [
    "a result beside a text",
    [
      { role: "assistant", content: [use("a")] },
      { role: "user", content: [result("a"), text] },
    ],
  ],
  [
    "two calls of one id",
    [
      { role: "assistant", content: [use("a"), use("a")] },
      { role: "user", content: [result("a")] },
    ],
  ],
] satisfies [string, Parameters<typeof sampledMessages>[0]][])(
  "%s is refused before the model is asked",
  (_, messages) => {
    expect(() => sampledMessages(messages)).toThrow(/result|same id/);
  },
);

it.each([
  ["a name that no wire takes", [{ ...stock, name: "stock of pears" }]],
  ["two of one name", [stock, stock]],
  [
    "invisible characters in a schema",
    [{ ...stock, inputSchema: { type: "object", properties: { "o​f": {} } } }],
  ],
  ["too many", Array.from({ length: 65 }, (_, at) => ({ ...stock, name: `t${at}` }))],
] satisfies [string, Parameters<typeof sampledTools>[0]][])("tools are refused for %s", (_, tools) => {
  expect(() => sampledTools(tools)).toThrow(/name|invisible|may have/);
});
