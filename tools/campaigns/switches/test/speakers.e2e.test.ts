import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AssistantPart, JsonObject, JsonValue } from "../../../../packages/protocol/src/index.ts";
import { createRuntime } from "../../../../packages/runtime/src/index.ts";
import { temporaryFolder } from "../../../../packages/test-kit/src/index.ts";
import type { ReceivedRequest } from "../../../../packages/provider-conformance/src/servers/index.ts";
import { expect, it } from "vitest";
import { wires, type Wire } from "../../wires/wires.ts";

// What stands in the role of the user makes many models drop their thoughts, and obey: so behind tool results, that is the
// user's own words alone. Pictures of results are the exception, on wires whose results hold text only.

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/** What stands before pictures, by the wires whose results hold text only. */
const beforePictures: Readonly<Record<string, string>> = {
  "openai chat": "From the result of read:",
  ollama: "Images of the results above:",
};
const modelOf = ({ models }: Wire): string => models[0];

const call = (id: string, name: string, input: JsonValue): AssistantPart => ({
  type: "tool-call",
  id,
  name,
  input,
});
const turns: readonly (readonly AssistantPart[])[] = [
  [call("c0", "todo", { items: [{ text: "Look", state: "doing" }] })],
  [call("c1", "subagent", { instructions: "Do one half." })],
  [call("c2", "read", { path: "a.png" })],
  [call("c3", "shell", { command: "sleep 1; echo a" })],
  [call("c4", "read", { path: "a.png" }), call("c5", "subagent", { instructions: "Do one half." })],
  [{ type: "text", text: "Done." }],
];

const isOfSubagent = ({ bytes }: ReceivedRequest): boolean => !bytes.toString().includes("Start the work");

/** The last request of a run in which the user steers while a tool runs. */
async function lastBody(wire: Wire): Promise<JsonObject> {
  await using folder = await temporaryFolder();
  const cwd = join(folder.path, "work");
  mkdirSync(cwd);
  writeFileSync(join(cwd, "a.png"), Buffer.from(pixel, "base64"));
  let turn = 0;
  await using server = await wire.serve((request) => {
    if (isOfSubagent(request))
      return { parts: wire.sealed([{ type: "text", text: "One half is done." }], "half") };
    return { parts: wire.sealed(turns[turn] ?? [], `r${turn++}`) };
  });
  const provider = wire.provider({
    apiKey: "a-key",
    baseUrl: server.url + wire.path,
    retry: { retries: 0 },
    env: {},
  });
  await using runtime = createRuntime({
    providers: { [provider.id]: async () => provider },
    dataFolder: join(folder.path, "data"),
  });
  const { agent } = await runtime.open({
    provider: provider.id,
    model: modelOf(wire),
    mode: "auto",
    cwd,
    interaction: "chat",
    builtins: ["developer", "todo", "subagents"],
  });
  const run = agent.run("Start the work.");
  for await (const event of run)
    if (event.type === "tool-start" && event.callId === "c3") await run.steer("Mind the gap.");
  expect(await run.result).toMatchObject({ outcome: "done", text: "Done." });
  await agent.close();
  return server.requests
    .filter((request) => request.method === "POST" && !isOfSubagent(request))
    .at(-1)!
    .json() as JsonObject;
}

/** `user` and what it says, or `result`, or `model`, in the order of a body, whatever its wire. */
function speakersIn(body: JsonObject): readonly string[] {
  const messages = (body["messages"] ?? body["input"] ?? body["contents"]) as readonly JsonObject[];
  return messages.flatMap((message) => {
    const { role, type } = message;
    if (role === "tool" || type === "function_call_output") return ["result"];
    if (role !== "user") return role === "system" || role === "developer" ? [] : ["model"];
    const said = message["content"] ?? message["parts"];
    const parts = Array.isArray(said)
      ? (said as readonly JsonObject[])
      : [{ text: said as string } as JsonObject];
    const pictures = message["images"] === undefined ? [] : ["user: picture"];
    const isCacheMark = (part: JsonObject): boolean => part["cachePoint"] !== undefined;
    return [...parts.filter((part) => !isCacheMark(part)).map(speakerOf), ...pictures];
  });
}

function speakerOf(part: JsonObject): string {
  const isResult =
    part["type"] === "tool_result" ||
    part["toolResult"] !== undefined ||
    part["functionResponse"] !== undefined;
  if (isResult) return "result";
  return typeof part["text"] === "string" ? `user: ${part["text"]}` : "user: picture";
}

it.concurrent.each(wires)(
  "on the wire of $name, only the user speaks as the user behind tool results",
  async (wire) => {
    const speakers = speakersIn(await lastBody(wire));
    expect(speakers.filter((one) => one === "result")).toHaveLength(6);
    const behind = speakers.slice(speakers.indexOf("result")).filter((one) => one.startsWith("user"));
    const before = beforePictures[wire.name];
    const picture = before === undefined ? [] : [`user: ${before}`, "user: picture"];
    expect(behind).toEqual([...picture, "user: Mind the gap.", ...picture]);
    const at = speakers.indexOf("user: Mind the gap.");
    expect(speakers[at - 1]).toBe("result");
  },
);
