import {
  callToolOf,
  type AgentEvent,
  type BackgroundJob,
  type Extension,
  type ExtensionJobs,
} from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, text, tool } from "./tools.ts";

it("background jobs are told in a run and between runs, and which still run at its end", async () => {
  const listeners = new Set<() => void>();
  const list: BackgroundJob[] = [];
  const change = (...jobs: readonly BackgroundJob[]) => {
    list.splice(0, list.length, ...jobs);
    for (const tell of listeners) tell();
    return "started";
  };
  const job = { id: "1", command: "npm run dev", startedAt: 1 };
  const jobs: ExtensionJobs = {
    list: () => [...list],
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end: async () => false,
  };
  const tools = [tool("start", () => change(job))];
  const extension: Extension = {
    name: "runner",
    jobs,
    tools: async () => tools,
    status: () => ({ state: "ready" }),
    callTool: (name, input, context) => callToolOf(tools, name, input, context),
    close: async () => undefined,
  };
  const model = scriptedModel([[call("a", "start")], [text("done")], [text("again")]]);
  const between: AgentEvent[] = [];
  await using agent = createAgent({
    model,
    extensions: [extension],
    onEventBetweenRuns: (event) => between.push(event),
  });
  const told = async (input: string) => {
    const events: AgentEvent[] = [];
    for await (const event of agent.run(input))
      if (event.type === "jobs" || event.type === "notice") events.push(event);
    return events;
  };
  expect(await told("go")).toMatchObject([
    { type: "jobs", extension: "runner", jobs: [job] },
    { type: "notice", level: "info", text: "Background job still running: 1 (npm run dev)." },
  ]);
  expect(between).toEqual([]);
  await new Promise(setImmediate); // the run is over
  const ended = { ...job, end: { by: "itself", exitCode: 1 } } as const;
  change(ended);
  expect(between).toMatchObject([{ type: "jobs", session: agent.session, path: [], jobs: [ended] }]);
  expect(await told("again")).toMatchObject([{ type: "jobs", jobs: [ended] }]);
});
