import {
  ProviderError,
  memoryJournal,
  type AgentEvent,
  type AssistantPart,
  type Extension,
  type ModelRequest,
  type Tool,
} from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createAgent, type AgentParts, type Run } from "../src/index.ts";
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

  describe("in a session that is resumed", () => {
    const bad = optional("bad");
    const resumed: readonly [what: string, later: Partial<AgentParts>, first: readonly string[]][] = [
      ["is not sent again", { extensions: [optional("a"), bad] }, ["a"]],
      [
        "is sent again once its definition has changed",
        { extensions: [optional("a"), optional("bad", { description: "Repaired." })] },
        ["a", "bad"],
      ],
      ["is not sent again with other tools", { extensions: [optional("b"), bad] }, ["b"]],
      ["is not sent again after a rewind", { extensions: [optional("a"), bad] }, ["a"]],
    ];
    it.each(resumed)("%s", async (what, later, first) => {
      const journal = memoryJournal();
      {
        await using agent = createAgent({
          session: "s",
          journal,
          model: pickyModel(["bad"]),
          extensions: [optional("a"), bad],
        });
        expect(await agent.run("go").result).toMatchObject({ outcome: "done" });
        if (what.endsWith("rewind")) await agent.record({ kind: "rewind", to: 1 });
      }
      const sent: (readonly string[])[] = [];
      const events: AgentEvent[] = [];
      for (const again of [1, 2]) {
        await using agent = createAgent({ session: "s", journal, model: pickyModel([], sent), ...later });
        const run = agent.run(`again ${again}`);
        for await (const event of run) events.push(event);
        expect(await run.result).toMatchObject({ outcome: "done" });
      }
      expect(sent).toEqual([first, first]);
      expect(events.filter(({ type }) => type === "notice")).toEqual([]);
    });

    it("is sent to another provider, and not again to the one that rejected it", async () => {
      const journal = memoryJournal();
      const sent: (readonly string[])[] = [];
      const model = (provider: string, rejects: readonly string[]) =>
        scriptedModel(
          Array.from({ length: 3 }, () => (request: ModelRequest) => {
            sent.push([provider, ...names(request)]);
            const found = rejects.find((name) => names(request).includes(name));
            return found === undefined ? [text("Done.")] : rejected(found);
          }),
          { provider },
        );
      const extensions = [optional("a"), bad];
      for (const [provider, rejects] of [
        ["one", ["bad"]],
        ["two", ["a"]],
        ["one", ["bad"]],
        ["two", ["a"]],
      ] as const) {
        await using agent = createAgent({
          session: "s",
          journal,
          model: model(provider, rejects),
          extensions,
        });
        expect(await agent.run("go").result).toMatchObject({ outcome: "done" });
      }
      expect(sent.map((one) => one.join(" "))).toEqual([
        "one a bad",
        "one a",
        "two a bad",
        "two bad",
        "one a",
        "two bad",
      ]);
    });

    it("is left out when the session is replayed", async () => {
      const journal = memoryJournal();
      const parts = { extensions: [optional("a"), bad] };
      await record({ ...parts, model: pickyModel(["bad"]) }, (agent) => agent.run("go").result, journal);
      const recording = await record(
        { ...parts, model: pickyModel(["bad"]) },
        (agent) => agent.run("on").result,
        journal,
      );
      expect(recording.entries.filter(({ kind }) => kind === "model-request")).toHaveLength(3);
      expect(await replay(recording)).toMatchObject(sameAs(recording));
    });
  });

  describe("with models of two providers", () => {
    const sent: string[] = [];
    const model = (provider: string, ...replies: readonly (AssistantPart | "rejects")[]) =>
      scriptedModel(
        replies.map((reply) => (request: ModelRequest) => {
          sent.push([provider, ...names(request)].join(" "));
          return reply === "rejects" ? rejected("bad") : [reply];
        }),
        { provider },
      );
    const call = { type: "tool-call", id: "1", name: "a", input: {} } as const;

    it("is sent to the one that is chosen during a run", async () => {
      sent.length = 0;
      const [one, two] = [model("one", "rejects", call), model("two", text("Done."))];
      const a = tool("a", async () => (await run.setModel(two), "ok"));
      let run: Run<unknown>;
      const recording = await record({ model: one, extensions: [a, optional("bad")] }, async (agent) => {
        run = agent.run("go");
        expect(await run.result).toMatchObject({ outcome: "done" });
      });
      expect(sent).toEqual(["one a bad", "one a", "two a bad"]);
      expect(await replay(recording)).toMatchObject(sameAs(recording));
    });

    it("is left out for both where they take turns", async () => {
      sent.length = 0;
      const lead = { model: model("one", "rejects", call, text("Done.")), turns: 1 };
      const worker = model("two", text("Done."), text("Done."));
      const parts = { model: worker, lead, extensions: [tool("a", () => "ok"), optional("bad")] };
      await using agent = createAgent({ session: "s", ...parts });
      expect(await agent.run("go").result).toMatchObject({ outcome: "done" });
      expect(await agent.run("on").result).toMatchObject({ outcome: "done" });
      expect(sent).toEqual(["one a bad", "one a", "two a", "two a"]);
    });
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
