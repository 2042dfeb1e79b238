import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { defineExtension, defineTool } from "@skein/extension-kit";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { createRuntime } from "../src/index.ts";
import { done, scriptedProvider, use } from "./set-up.ts";
import { readServerLog, serverLogs } from "../src/extensions/server-logs.ts";

const now = () => new Date("2026-11-25T10:00:00Z");

it("a log of a server is written once secrets are known, and without them", async () => {
  await using folder = await temporaryFolder();
  const logs = serverLogs(folder.path, now);
  const log = logs.of("my server");
  log({ level: "info", text: "key is s3cret" });
  await logs.written();
  expect(await readServerLog(folder.path, "my server", 10)).toEqual([]);
  logs.begin({ redact: (text) => text.replaceAll("s3cret", "***") });
  log({ level: "stderr", text: "again s3cret" });
  await expect
    .poll(() => readServerLog(folder.path, "my server", 10))
    .toEqual(["2026-11-25T10:00:00.000Z info key is ***", "2026-11-25T10:00:00.000Z stderr again ***"]);
  expect(await readServerLog(folder.path, "my server", 1)).toHaveLength(1);
  expect(await readServerLog(folder.path, "../my server", 1)).toEqual([]);
});

it("a log of a server is bounded, however much it writes", async () => {
  await using folder = await temporaryFolder();
  const logs = serverLogs(folder.path, now);
  logs.begin({ redact: (text) => text });
  const log = logs.of("loud");
  for (let at = 0; at < 300; at++) log({ level: "stderr", text: `${at} ${"x".repeat(2_000)}` });
  await logs.written();
  const first = await readServerLog(folder.path, "loud", 1_000);
  expect(first).toHaveLength(201);
  expect(first.at(-1)).toContain("… 100 lines are left out");
  for (let round = 0; round < 6; round++) {
    for (let at = 0; at < 200; at++) log({ level: "stderr", text: `${round} ${"x".repeat(2_000)}` });
    await logs.written();
  }
  expect((await readdir(join(folder.path, "extension-logs"))).toSorted()).toEqual(["loud.log", "loud.log.1"]);
  const kept = await readServerLog(folder.path, "loud", 10_000);
  expect(kept.join("\n").length).toBeLessThan(1_400_000);
  expect(kept.at(-1)).toContain("stderr 5 x");
});

it("tools in this process log there too, as their extension", async () => {
  await using folder = await temporaryFolder();
  const talk = defineTool({
    name: "talk",
    description: "Talks.",
    effect: "reads",
    input: { type: "object" },
    run: (_, { log }) => (log?.("warning", "late\u001b[2J\nagain"), "talked"),
  });
  const { provider } = scriptedProvider([use("talk", {}), done]);
  const folders = { dataFolder: join(folder.path, "data"), stateFolder: folder.path };
  const runtime = createRuntime({ providers: { scripted: async () => provider }, ...folders });
  await using _ = runtime;
  const extensions = [defineExtension({ name: "chatty", tools: [talk] })];
  const { agent } = await runtime.open({
    provider: "scripted",
    model: "m",
    mode: "auto",
    cwd: folder.path,
    interaction: "chat",
    builtins: [],
    extensions,
    checkpoints: false,
  });
  expect((await agent.run("Go.").result).outcome).toBe("done");
  await expect
    .poll(async () => (await readServerLog(folder.path, "chatty", 5)).map((line) => line.slice(25)))
    .toEqual(["warning late ⏎ again"]);
});
