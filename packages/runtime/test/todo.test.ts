import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { done, setUp, use } from "./set-up.ts";

const items = [
  { text: "Look", state: "done" },
  { text: "Mend", state: "doing" },
];
const list = "Todo list:\n[x] Look\n[>] Mend";

it("a todo list is told at the end of each request, in a session gone on with too", async () => {
  await using folder = await temporaryFolder();
  const { runtime, settings, model } = setUp(folder.path, [use("todo", { items }), done, done]);
  await using _ = runtime;
  const { agent } = await runtime.open(settings);
  expect((await agent.run("go").result).outcome).toBe("done");
  await agent.close();
  const again = await runtime.open({ ...settings, session: agent.session });
  await again.agent.run("and?").result;
  const facts = model.requests.map(({ turnFacts }) => turnFacts.endsWith(list));
  expect(facts).toEqual([false, true, true]);
  expect(new Set(model.requests.map(({ system }) => system)).size).toBe(1);
});
