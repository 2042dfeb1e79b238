import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { call, family, said, start } from "./set-up.ts";

const only = ["read", "subagent"];
const toolsOf = ({ tools }: { readonly tools: readonly { readonly name: string }[] }) =>
  tools.map(({ name }) => name).toSorted();

it("an agent that has only some tools starts none that have others", async () => {
  await using data = await temporaryFolder();
  const offered: Record<string, readonly string[]> = {};
  const reader = { name: "reader", description: "Reads", tools: ["read", "shell"] };
  const { runtime, settings } = family(data.path, ({ task, heard, request }) => {
    offered[task] = toolsOf(request);
    if (heard.length > 0) return said("Done.");
    if (task === "go") return start("first");
    if (task !== "first") return said("Read.");
    return [call("inner", "subagent", { agent: "reader", instructions: "second" })];
  });
  await using _ = runtime;
  const { agent, tools } = await runtime.open({ ...settings, tools: only, subagents: { agents: [reader] } });
  expect(tools).toEqual(only);
  await agent.run("go").result;
  expect(offered).toEqual({ go: only, first: only, second: ["read"] });
});

it("what runs in a session can be ended by its id, a subagent's too", async () => {
  await using data = await temporaryFolder();
  const begun = Promise.withResolvers<void>();
  const { runtime, settings } = family(data.path, ({ isChild, heard, request }) => {
    if (!isChild) return heard.length > 0 ? said(heard.join()) : start("wait");
    begun.resolve();
    expect(toolsOf(request)).toContain("shell");
    return [call("w", "shell", { command: "sleep 60" })];
  });
  await using _ = runtime;
  const { agent } = await runtime.open(settings);
  const run = agent.run("go");
  await begun.promise;
  const child = (await runtime.sessions.list()).find((line) => line.session !== agent.session);
  expect(runtime.interrupt("missing", "x")).toBe(false);
  expect(runtime.interrupt(child?.session ?? "", "Somebody has cancelled it.")).toBe(true);
  const { outcome, text } = await run.result;
  expect(outcome).toBe("done");
  expect(text).toContain("Somebody has cancelled it.");
  await agent.close();
  expect(runtime.interrupt(agent.session, "x")).toBe(false);
});
