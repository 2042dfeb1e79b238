import {
  ProviderError,
  memoryJournal,
  type AgentEvent,
  type Extension,
  type ModelRequest,
  type Tool,
} from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createAgent, type AgentParts } from "../src/index.ts";
import { record, replay, sameAs } from "./replay/record.ts";
import { entriesOf, text, tool } from "./tools.ts";

const names = ({ tools }: ModelRequest): readonly string[] => tools.map(({ name }) => name);

const rejected = (...refusedTools: readonly string[]): ProviderError =>
  new ProviderError("bad-request", "vendor rejected the request (400): tools.1 is invalid", {
    provider: "vendor",
    retryable: false,
    status: 400,
    unbilled: true,
    refusedTools,
  });

/** A vendor that rejects every request that has one of these tools, and names the first of them. */
function pickyModel(bad: readonly string[], sent: (readonly string[])[] = []) {
  return scriptedModel(
    Array.from({ length: 20 }, () => (request: ModelRequest) => {
      sent.push(names(request));
      const found = bad.find((name) => names(request).includes(name));
      return found === undefined ? [text("Done.")] : rejected(found);
    }),
    { provider: "vendor" },
  );
}

const optional = (name: string, more: Partial<Tool> = {}) =>
  tool(name, () => "ok", { canBeLeftOut: true, ...more });

async function runWith(parts: AgentParts) {
  const journal = memoryJournal();
  await using agent = createAgent({ session: "s", journal, ...parts });
  const run = agent.run("go");
  const events: AgentEvent[] = [];
  for await (const event of run) events.push(event);
  return { result: await run.result, events, entries: await entriesOf(journal) };
}

describe("a tool that the provider rejects", () => {
  it("is left out, with a notice and a named cache break, and the run continues", async () => {
    const sent: (readonly string[])[] = [];
    const extensions = [optional("a"), optional("bad"), tool("c", () => "ok")];
    const { result, events, entries } = await runWith({ model: pickyModel(["bad"], sent), extensions });
    expect(result).toMatchObject({ outcome: "done", text: "Done." });
    expect(sent).toEqual([
      ["a", "bad", "c"],
      ["a", "c"],
    ]);
    const reason = "Tools removed because vendor rejected them: bad.";
    expect(events.filter(({ type }) => type === "cache-break")).toMatchObject([{ reason }]);
    expect(events.filter(({ type }) => type === "notice")).toMatchObject([
      {
        level: "warning",
        text: expect.stringMatching(/^vendor rejected the tool bad, .*tools\.1 is invalid$/),
      },
    ]);
    expect(entries.filter(({ kind }) => kind === "context")).toMatchObject([{ reason: "start" }, { reason }]);
    expect(entries.filter(({ kind }) => kind === "model-result")).toMatchObject([
      { error: { code: "bad-request" }, refusedTools: ["bad"] },
      { usage: {} },
    ]);
  });

  it("stays left out for the session, one after the other, until its definition changes", async () => {
    const sent: (readonly string[])[] = [];
    let description = "Broken.";
    let changed = (): void => undefined;
    const server: Extension = {
      name: "server",
      tools: async () => [optional("bad"), optional("fixed", { description }), optional("good")],
      onChange: (listener) => {
        changed = listener;
        return () => undefined;
      },
      status: () => ({ state: "ready" }),
      callTool: async () => ({ content: [] }),
      close: async () => undefined,
    };
    const model = scriptedModel(
      Array.from({ length: 20 }, () => (request: ModelRequest) => {
        sent.push(names(request));
        const broken = request.tools.find((one) => one.name === "bad" || one.description === "Broken.");
        return broken ? rejected(broken.name) : [text("Done.")];
      }),
    );
    await using agent = createAgent({ session: "s", model, extensions: [server] });
    expect(await agent.run("go").result).toMatchObject({ outcome: "done" });
    expect(await agent.run("again").result).toMatchObject({ outcome: "done" });
    description = "Repaired.";
    changed();
    expect(await agent.run("once more").result).toMatchObject({ outcome: "done" });
    expect(sent.map((one) => one.join())).toEqual([
      "bad,fixed,good",
      "fixed,good",
      "good",
      "good",
      "fixed,good",
    ]);
  });

  it.each<[name: string, parts: Partial<AgentParts>, bad: string]>([
    ["of a built-in or required extension", { extensions: [tool("own", () => "ok")] }, "own"],
    ["for the final output", { extensions: [], output: z.object({ celsius: z.number() }) }, "final_output"],
    ["that the request does not have", { extensions: [optional("a")] }, "unknown"],
  ])("ends the run with the provider's error: %s", async (_, parts, bad) => {
    const model = scriptedModel([rejected(bad), [text("Done.")]]);
    const { result, entries } = await runWith({ model, ...parts });
    expect(result).toMatchObject({ outcome: "provider", error: { code: "bad-request" } });
    expect(entries.filter(({ kind }) => kind === "model-request")).toHaveLength(1);
  });

  it("is left out beside one that cannot be, which then ends the run", async () => {
    const sent: (readonly string[])[] = [];
    const model = scriptedModel(
      Array.from({ length: 3 }, () => (request: ModelRequest) => {
        sent.push(names(request));
        return rejected("a", "own");
      }),
    );
    const { result } = await runWith({ model, extensions: [optional("a"), tool("own", () => "ok")] });
    expect(result).toMatchObject({ outcome: "provider" });
    expect(sent).toEqual([["a", "own"], ["own"]]);
  });

  it("is left out again when the session is replayed", async () => {
    const extensions = [optional("a"), optional("bad"), tool("c", () => "ok")];
    const recording = await record(
      { model: pickyModel(["bad", "a"]), extensions },
      (agent) => agent.run("go").result,
    );
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });
});
