import { callToolOf, type AgentEvent, type Extension, type ExtensionStatus } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, text, tool } from "./tools.ts";

it("the status of an extension that starts servers is told at the start of a run and with each change", async () => {
  const listeners = new Set<(status: ExtensionStatus) => void>();
  const crash = () => {
    for (const tell of listeners) tell({ state: "degraded", message: "It has stopped." });
    return "gone";
  };
  const tools = [tool("act", crash)];
  const server: Extension = {
    name: "server",
    tools: async () => tools,
    status: () => ({ state: "cached" }),
    onStatus(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    callTool: (name, input, context) => callToolOf(tools, name, input, context),
    close: async () => undefined,
  };
  const quiet = tool("quiet", () => "");
  const model = scriptedModel([[call("a", "act")], [text("done")]]);
  await using agent = createAgent({ model, extensions: [server, quiet] });
  const run = agent.run("go");
  const told: AgentEvent[] = [];
  for await (const event of run) if (event.type === "extension-status") told.push(event);
  expect(told.map((event) => event.type === "extension-status" && [event.extension, event.status])).toEqual([
    ["server", { state: "cached" }],
    ["server", { state: "degraded", message: "It has stopped." }],
  ]);
  expect(listeners.size).toBe(0);
});
