import type { HookEvent, HookEventType } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, text, tool } from "./tools.ts";

/** Events in a run with one approved call; `types`: the events that have hooks. */
async function eventsOf(types: readonly HookEventType[]): Promise<readonly HookEventType[]> {
  const events: HookEvent[] = [];
  await using agent = createAgent({
    model: scriptedModel([[call("a", "act")], [text("done")]]),
    extensions: [tool("act", () => "acted", { effect: "runs" })],
    gate: { decide: () => ({ verdict: "ask", by: "mode m" }) },
    ask: async () => ({ allow: "once" }),
    hooks: {
      has: (type) => types.includes(type),
      run: async (event) => (events.push(event), {}),
    },
  });
  expect((await agent.run("go").result).outcome).toBe("done");
  await agent.close();
  return events.map(({ type }) => type);
}

describe("hooks", () => {
  const all = [
    ...(["session-start", "user-prompt", "before-tool", "approval", "notification", "after-tool"] as const),
    ...(["stop", "session-end"] as const),
  ];

  it("are called at each of their points, in the order of the run", async () => {
    expect(await eventsOf(all)).toEqual(all);
  });

  it.each(all)("for %s alone are called for nothing else", async (type) => {
    expect(await eventsOf([type])).toEqual([type]);
  });
});
