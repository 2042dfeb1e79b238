import { memoryJournal, type GateRequest } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

describe("an agent with checkpoints", () => {
  it("journals the state of the files before an authorized call, and none for a call that changes nothing", async () => {
    const journal = memoryJournal();
    const order: string[] = [];
    const requests: GateRequest[] = [];
    const model = scriptedModel([
      [call("a", "write", { path: "x" }), call("b", "read"), call("c", "forbidden")],
      [text("done")],
    ]);
    await using agent = createAgent({
      model,
      extensions: [
        tool("write", () => (order.push("write"), ""), {
          effect: "writes",
          resources: (input) => [`file:/project/${(input as { path: string }).path}`],
        }),
        tool("read", () => ""),
        tool("forbidden", () => "", { effect: "runs" }),
      ],
      gate: {
        decide: ({ tool: name }) => ({ verdict: name === "forbidden" ? "deny" : "allow", by: "test" }),
      },
      checkpoints: {
        async before(request) {
          order.push(`before ${request.tool}`);
          requests.push(request);
          if (request.effect === "reads") return undefined;
          return { snapshot: `snapshot-${request.callId}`, root: "/project" };
        },
        after: async () => ({ snapshot: "at the end", root: "/project" }),
      },
      session: "s",
      journal,
    });
    await agent.run("go").result;
    expect(order.filter((step) => step.endsWith("write"))).toEqual(["before write", "write"]);
    expect(requests.map(({ tool: name }) => name).toSorted()).toEqual(["read", "write"]);
    const entries = await entriesOf(journal);
    const at = entries.findIndex(({ kind }) => kind === "checkpoint");
    expect(entries[at]).toMatchObject({ snapshot: "snapshot-a", root: "/project", callId: "a" });
    expect(entries[at + 1]).toMatchObject({
      kind: "tool-intent",
      callId: "a",
      resources: ["file:/project/x"],
    });
    expect(entries.filter(({ kind }) => kind === "checkpoint")).toHaveLength(2);
    expect(entries.slice(-2)).toMatchObject([
      { kind: "checkpoint", snapshot: "at the end", closes: true },
      { kind: "outcome" },
    ]);
  });

  it("makes the call all the same when the files cannot be kept, and says so", async () => {
    const notices: string[] = [];
    const model = scriptedModel([[call("a", "write")], [text("done")]]);
    await using agent = createAgent({
      model,
      extensions: [tool("write", () => "written")],
      checkpoints: { before: () => Promise.reject(new Error("The tree is too large.")) },
    });
    const run = agent.run("go");
    for await (const event of run) if (event.type === "notice") notices.push(event.text);
    expect(notices).toEqual(['Changes made by "write" cannot be undone: The tree is too large.']);
    expect((await run.result).outcome).toBe("done");
  });

  it("does not start a call that was interrupted meanwhile", async () => {
    let started = false;
    const model = scriptedModel([[call("a", "write")]]);
    await using agent = createAgent({
      model,
      extensions: [tool("write", () => ((started = true), ""))],
      checkpoints: {
        before: async () => {
          run.interrupt();
          return { snapshot: "s", root: "/project" };
        },
      },
    });
    const run = agent.run("go");
    expect((await run.result).outcome).toBe("cancelled");
    expect(started).toBe(false);
  });
});
