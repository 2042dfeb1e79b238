import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError, type Extension } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { createRuntime, newSessionId, type AgentSettings } from "../src/index.ts";
import { done, scriptedProvider, setUp, use } from "./set-up.ts";

describe("a runtime", () => {
  it("makes agents whose tools really work and whose sessions are kept", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings } = setUp(folder.path, [
      use("write", { path: "a.txt", content: "hello\n" }),
      done,
    ]);
    await using _ = runtime;
    const { agent, tools } = await runtime.open({ ...settings, name: "first" });
    expect(tools).toEqual(["edit", "job", "read", "search", "shell", "todo", "tree", "write"]);
    expect((await agent.run("go").result).outcome).toBe("done");
    expect(await readFile(join(folder.path, "a.txt"), "utf8")).toBe("hello\n");
    const [listed] = await runtime.sessions.list();
    expect(listed).toMatchObject({
      session: agent.session,
      summary: { name: "first", state: "done", turns: 2 },
    });
  });

  it("keeps the system prompt and all built-in tools under 8.4 kB", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings, model } = setUp(folder.path, [done]);
    await using _ = runtime;
    const builtins = ["developer", "todo", "subagents", "recall"];
    await (await runtime.open({ ...settings, builtins })).agent.run("go").result;
    const { system, tools, messages, options } = model.requests[0]!;
    expect(JSON.stringify({ system, tools, messages, options }).length).toBeLessThan(8_400);
  });

  it("offers no tools to who may only talk", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings, model } = setUp(folder.path, [done]);
    await using _ = runtime;
    const { agent, tools } = await runtime.open({ ...settings, mode: "chat" });
    await agent.run("go").result;
    expect([tools, model.requests[0]?.tools]).toEqual([[], []]);
  });

  it("hands over a result that fits a plain JSON Schema", async () => {
    await using folder = await temporaryFolder();
    const script = [
      use("final_output", { n: "many" }),
      [{ ...use("final_output", { n: 3 })[0], id: "second" }],
    ];
    const { runtime, settings } = setUp(folder.path, script);
    await using _ = runtime;
    const outputSchema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
    const { agent } = await runtime.open({ ...settings, outputSchema, interaction: "execute" });
    expect(await agent.run("go").result).toMatchObject({ outcome: "done", output: { n: 3 }, turns: 2 });
  });

  it("runs many sessions at once", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings } = setUp(
      folder.path,
      Array.from({ length: 8 }, () => done),
    );
    await using _ = runtime;
    const agents = await Promise.all(Array.from({ length: 8 }, () => runtime.open(settings)));
    const results = await Promise.all(agents.map(({ agent }) => agent.run("go").result));
    expect(results.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 8 }, () => "done"));
    expect(await runtime.sessions.list()).toHaveLength(8);
  });

  it.each<[string, Partial<AgentSettings>, string]>([
    ["provider", { provider: "missing" }, "scripted"],
    ["built-in extension", { builtins: ["nothing"] }, "developer"],
    ["mode", { mode: "yolo" }, "smart_approve"],
  ])("refuses an unknown %s with the known ones, and keeps nothing", async (_what, wrong, known) => {
    await using folder = await temporaryFolder();
    const { runtime, settings } = setUp(folder.path, [done]);
    await using _ = runtime;
    const error: unknown = await runtime.open({ ...settings, ...wrong }).catch((reason: unknown) => reason);
    expect(ConfigError.is(error) && error.hint).toContain(known);
    expect(await runtime.sessions.list()).toEqual([]);
  });
});

it("starts no extension for an agent whose model cannot be taken", async () => {
  await using folder = await temporaryFolder();
  const { settings } = setUp(folder.path, [done]);
  let started = 0;
  const extension: Extension = {
    name: "counted",
    tools: async () => (started++, []),
    status: () => ({ state: "ready" }),
    callTool: async () => ({ kind: "failed", message: "" }),
    close: async () => undefined,
  };
  await using runtime = createRuntime({
    providers: { scripted: async () => scriptedProvider([done]).provider },
    dataFolder: folder.path,
    facts: () => Promise.reject(new ConfigError("usage", "The prices cannot be read.")),
  });
  await expect(runtime.open({ ...settings, extensions: [extension] })).rejects.toThrow("prices");
  expect(started).toBe(0);
});

it("session ids sort by time", () => {
  const earlier = newSessionId(new Date(2026, 0, 2, 3, 4, 5), () => 0);
  const later = newSessionId(new Date(2026, 10, 2, 3, 4, 5), () => 0.999);
  expect(earlier).toBe("20260102-030405-aaaaaa");
  expect([later, earlier].toSorted()).toEqual([earlier, later]);
});
