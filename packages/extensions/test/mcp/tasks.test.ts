import { setTimeout as sleep } from "node:timers/promises";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  CallToolRequestSchema,
  CancelTaskRequestSchema,
  GetTaskPayloadRequestSchema,
  GetTaskRequestSchema,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { ExtensionState, JsonValue } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { mcp } from "../../src/index.ts";
import { call, says, using } from "./workshop.ts";

const task = (taskId: string, status: "working" | "completed") => ({
  taskId,
  status,
  statusMessage: "reading the second book",
  ttl: 60_000,
  createdAt: "2026-11-25T00:00:00Z",
  lastUpdatedAt: "2026-11-25T00:00:00Z",
});

/** A server whose tool takes as long as it is told. Tasks outlive the connection. */
function library(known: Map<string, Promise<string>>, takes: Promise<string>) {
  const cancelled: string[] = [];
  const { server } = new McpServer(
    { name: "library", version: "1" },
    { capabilities: { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } } },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [
      {
        name: "research",
        inputSchema: { type: "object" as const },
        execution: { taskSupport: "required" as const },
      },
    ],
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    if (!params.task) throw new Error("only as a task");
    known.set("task-1", takes);
    return { task: task("task-1", "working") };
  });
  server.setRequestHandler(GetTaskRequestSchema, ({ params }) => task(params.taskId, "working"));
  server.setRequestHandler(GetTaskPayloadRequestSchema, async ({ params }) => {
    const result = known.get(params.taskId);
    if (!result) throw new Error("no such task");
    return { content: [{ type: "text", text: await result }] };
  });
  server.setRequestHandler(CancelTaskRequestSchema, ({ params }) => {
    cancelled.push(params.taskId);
    return task(params.taskId, "working");
  });
  return { server, cancelled };
}

function keptState() {
  const written: JsonValue[] = [];
  const state: ExtensionState = {
    read: () => written.at(-1),
    write: async (value) => void written.push(value),
  };
  return { written, state };
}

describe("a tool whose calls are tasks", () => {
  it("is called as one: its status is told, its result fetched, and its id kept meanwhile", async () => {
    const { promise: takes, resolve } = Promise.withResolvers<string>();
    await using extension = using(mcp({ server: library(new Map(), takes).server }));
    const { written, state } = keptState();
    const told: string[] = [];
    const progress = (text: string) => void told.push(text);
    const said = says(extension, "research", {}, { state, progress });
    await expect.poll(() => told).toContain("reading the second book\n");
    resolve("All of it.");
    expect(await said).toBe("All of it.");
    expect(written).toEqual([{ tasks: { c: "task-1" } }, { tasks: {} }]);
  });

  it("keeps the ids of tasks that start at once, until each has ended", async () => {
    const { promise: takes, resolve } = Promise.withResolvers<string>();
    await using extension = using(mcp({ server: library(new Map(), takes).server }));
    await extension.tools();
    const { written, state } = keptState();
    const slow: ExtensionState = {
      read: () => state.read(),
      write: async (value) => {
        await sleep(20);
        await state.write(value);
      },
    };
    const calls = ["one", "two"].map((callId) => call(extension, "research", {}, { state: slow, callId }));
    await expect.poll(() => written.at(-1)).toEqual({ tasks: { one: "task-1", two: "task-1" } });
    resolve("Done.");
    await Promise.all(calls);
    expect(written.at(-1)).toEqual({ tasks: {} });
  });

  it("is cancelled with its call", async () => {
    const { server, cancelled } = library(new Map(), new Promise(() => {}));
    await using extension = using(mcp({ server }));
    await extension.tools();
    const stopper = new AbortController();
    setTimeout(() => stopper.abort(), 100);
    expect(await call(extension, "research", {}, { signal: stopper.signal })).toMatchObject({
      kind: "interrupted",
    });
    await expect.poll(() => cancelled).toEqual(["task-1"]);
  });

  it("is taken up again after a crash, if the server still knows it", async () => {
    const known = new Map([["task-1", Promise.resolve("Found again.")]]);
    await using extension = using(mcp({ server: library(known, new Promise(() => {})).server }));
    const { state } = keptState();
    await state.write({ tasks: { c: "task-1" } });
    const context = {
      session: "s",
      callId: "c",
      cwd: "/",
      signal: new AbortController().signal,
      progress: () => {},
      callFolder: undefined,
      state,
    };
    const recover = () => extension.recoverTool?.("research", {}, context);
    expect(await recover()).toMatchObject({ content: [{ type: "text", text: "Found again." }] });
    known.clear();
    expect(await recover()).toBeUndefined();
    expect(await extension.recoverTool?.("research", {}, { ...context, callId: "other" })).toBeUndefined();
  });
});
