import { collect, temporaryFolder } from "@skein/test-kit";
import type { AgentEvent } from "@skein/protocol";
import { httpHeaders, providerErrorOf } from "@skein/provider-kit";
import { describe, expect, it } from "vitest";
import type { AgentSettings } from "../src/index.ts";
import { call, family, said, unknown, type Say } from "./subagents/set-up.ts";

const replies = 10;
const numbers = (reply: number) =>
  Array.from({ length: 300 }, (_, at) => `number-${at}-of-${reply} filler`).join("\n");

/** Fills the window with words of its own, then asks for some of the first by `recall`. */
const filling = (): Say => {
  let reply = 0;
  return ({ request, heard }) => {
    if (request.tools.length === 0) return said("The numbers were told, one after the other.");
    reply += 1;
    if (reply > replies + 1) return said(heard.at(-1) ?? "");
    if (reply > replies) return [call("r", "recall", { query: "number-7-of-1" })];
    return [{ type: "text", text: numbers(reply) }, call(`t${reply}`, "tree", { path: "." })];
  };
};

async function filled(more: Partial<AgentSettings>, say = filling()) {
  await using folder = await temporaryFolder();
  const { runtime, settings, models } = family(folder.path, say, folder.path, unknown);
  await using _ = runtime;
  const { agent } = await runtime.open({
    ...settings,
    contextTokens: 16_000,
    ...more,
  });
  const run = agent.run("Print numbers, and never touch the folder legacy.");
  const events: AgentEvent[] = [];
  for await (const event of run) events.push(event);
  const { outcome, text } = await run.result;
  const entries = await collect(runtime.sessions.entries(agent.session));
  return { outcome, text, entries, models, compacted: events.filter(({ type }) => type === "compacted") };
}

describe("an agent whose conversation outgrows its window", () => {
  it("has it compacted by the model that is set for that, and recalls what is hidden", async () => {
    const { outcome, text, entries, models, compacted } = await filled({
      compactAt: 0.6,
      summariser: { provider: "scripted", model: "small" },
    });
    expect(compacted).not.toEqual([]);
    expect(outcome).toBe("done");
    expect(text).toContain("number-7-of-1 filler");
    expect(entries.filter(({ kind }) => kind === "compaction")).not.toEqual([]);
    const asked = (purpose: string) =>
      entries.flatMap((entry) =>
        entry.kind === "model-request" && entry.purpose === purpose ? entry.model : [],
      );
    expect(new Set(asked("turn"))).toEqual(new Set(["m"]));
    expect(asked("compaction")[0]).toBe("small");
    expect(JSON.stringify(models.get("m")?.requests.at(-1)?.messages)).toContain(
      "never touch the folder legacy",
    );
  });

  it("has it compacted when a gateway hides the overflow inside of its own error", async () => {
    const raw = '{"error":{"message":"prompt is too long: 9000 tokens > 8000 maximum"}}';
    const metadata = { raw, provider_name: "Vendor" };
    const refusal = providerErrorOf({
      provider: "scripted",
      status: 400,
      headers: httpHeaders({}),
      body: { error: { code: 400, message: "Provider returned error", metadata } },
    });
    const fill = filling();
    let turns = 0;
    const { outcome, compacted } = await filled({ contextTokens: 1_000_000 }, (asked) => {
      if (asked.request.tools.length > 0 && ++turns === 6) throw refusal;
      return fill(asked);
    });
    expect(outcome).toBe("done");
    expect(compacted[0]).toMatchObject({ cause: "overflow" });
  });

  it.each([{ compaction: false as const }, { compactAt: 0 }])("goes on as it is with %j", async (off) => {
    const { compacted, entries } = await filled(off);
    expect(compacted).toEqual([]);
    expect(entries.some(({ kind }) => kind === "compaction" || kind === "elision")).toBe(false);
  });

  it("is refused a share that is none", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings } = family(folder.path, () => said("no"));
    await using _ = runtime;
    await expect(runtime.open({ ...settings, compactAt: 1.5 })).rejects.toThrow("threshold");
  });

  it("is compacted when somebody asks", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings } = family(
      folder.path,
      ({ request, heard }) => {
        if (request.tools.length === 0) return said("Nothing of note.");
        return heard.length < 6
          ? [call(`t${heard.length}`, "shell", { command: "seq 1 500" })]
          : said("done");
      },
      folder.path,
      unknown,
    );
    await using _ = runtime;
    const { agent } = await runtime.open({ ...settings, contextTokens: 50_000 });
    await agent.run("Look around.").result;
    expect(await agent.compact({ wish: "the names" })).toMatchObject({ changed: true });
  });
});
