import { createAgent } from "../../packages/agent/src/index.ts";
import type { AttemptModel, Tool } from "../../packages/protocol/src/index.ts";
import { anthropic } from "../../packages/provider-anthropic/src/index.ts";
import { openai } from "../../packages/provider-openai/src/index.ts";
import { lookResult, type WireName } from "./wires.ts";

const apiKey = "bench-key-0123456789";

const models: Readonly<Record<WireName, (address: string) => AttemptModel>> = {
  chat: (address) => openai("bench", { apiKey, env: {}, baseUrl: `${address}/v1`, api: "chat" }),
  responses: (address) => openai("bench", { apiKey, env: {}, baseUrl: `${address}/v1`, api: "responses" }),
  anthropic: (address) => anthropic("bench", { apiKey, env: {}, baseUrl: address }),
};

/** An agent with its defaults and one tool of the app, until it has made so many turns. */
export async function skeinLoop(
  wire: WireName,
  address: string,
  turns: number,
  onTurn: () => void,
): Promise<void> {
  const look: Tool = {
    name: "look",
    description: "Looks at a file.",
    inputSchema: { type: "object", properties: { file: { type: "number" } }, required: ["file"] },
    effect: "reads",
    repeat: "safe",
    timeoutMs: 10_000,
    check: (input) => ({ ok: true, value: input }),
    call(input) {
      onTurn();
      const { file } = input as { readonly file: number };
      return Promise.resolve({ content: [{ type: "text", text: lookResult(file) }] });
    },
  };
  await using agent = createAgent({
    model: models[wire](address),
    tools: [look],
    system: "You look at files.",
    limits: { maxTurns: turns },
  });
  await agent.run("Look at all files.").result;
}
