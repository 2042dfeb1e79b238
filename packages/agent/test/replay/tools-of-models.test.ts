import { scriptedModel } from "@skein/provider-replay";
import { expect, it } from "vitest";
import { call, text, tool } from "../tools.ts";
import { record, replay } from "./record.ts";

it.each(["allow", "deny"] as const)(
  "replays a call of a tool that the model brought: %s",
  async (verdict) => {
    const tools = [tool("agent_edit", () => "Permitted.", { effect: "writes" })];
    const model = { ...scriptedModel([[call("1", "agent_edit")], [text("Done.")]]), tools };
    const gate = { decide: () => ({ verdict, by: "test", reason: "So." }) };
    const recorded = await record({ model, gate }, async (agent) => {
      expect((await agent.run("go").result).outcome).toBe("done");
    });
    const failures = recorded.entries.flatMap((entry) =>
      entry.kind === "tool-result" ? [entry.failure?.kind] : [],
    );
    expect(failures).toEqual([verdict === "allow" ? undefined : "denied"]);
    expect(await replay(recorded)).toMatchObject({ requests: 2, equal: 2, differences: [], drift: [] });
  },
);
