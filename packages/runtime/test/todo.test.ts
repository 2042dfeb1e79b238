import type { ModelRequest } from "@skein/protocol";
import { collect, temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { done, setUp, use } from "./set-up.ts";

const items = [
  { text: "Look", state: "done" },
  { text: "Fix", state: "doing" },
];
const list = "Todo list:\n[x] Look\n[>] Fix";

/** What stands beside the last message of a request. */
function told({ messages }: ModelRequest): string {
  const last = messages.at(-1);
  const beside = last?.role === "tool" ? last.content.at(-1) : last?.role === "user" ? last : undefined;
  return beside?.dynamicContext?.join("\n") ?? "";
}

it("a todo list is sent beside the result that changed it, and again in a resumed session", async () => {
  await using folder = await temporaryFolder();
  const { runtime, settings, model } = setUp(folder.path, [use("todo", { items }), done, done]);
  await using _ = runtime;
  const { agent } = await runtime.open(settings);
  expect((await agent.run("go").result).outcome).toBe("done");
  await agent.close();
  const again = await runtime.open({ ...settings, session: agent.session });
  await again.agent.run("and?").result;
  expect(model.requests.map((request) => told(request).endsWith(list))).toEqual([false, true, true]);
  expect(new Set(model.requests.map(({ system }) => system)).size).toBe(1);
});

it("a todo list is as it was at the place that a session goes back to", async () => {
  await using folder = await temporaryFolder();
  const later = [{ text: "Sing", state: "doing" }];
  const script = [use("todo", { items }), done, use("todo", { items: later }), done, done];
  const { runtime, settings, model } = setUp(folder.path, script);
  await using _ = runtime;
  const opened = { ...settings, session: "s" };
  const { agent } = await runtime.open(opened);
  await agent.run("go").result;
  await agent.run("and now?").result;
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain("[>] Sing");
  await agent.close();
  const entries = await collect(runtime.sessions.entries("s"));
  const second = entries.findLast((entry) => entry.kind === "user-message")?.seq ?? 0;
  const back = await runtime.open(opened);
  await back.agent.record({ kind: "rewind", to: second - 1 });
  await back.agent.run("something else").result;
  expect(told(model.requests.at(-1)!)).toContain(list);
  expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toContain("[>] Sing");
});
