import { defineExtension, defineTool } from "@skein/extension-kit";
import { serveHttp } from "@skein/extension-kit/serve";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { mcp } from "../../src/index.ts";
import { anyObject } from "../../src/mcp/any-object.ts";
import { call, says, using } from "./workshop.ts";

let aborted = 0;
afterEach(() => void (aborted = 0));

const long = { effect: "reads", isLong: true, input: z.object({}) } as const;
const library = () =>
  defineExtension({
    name: "library",
    tools: [
      defineTool({
        ...long,
        name: "research",
        description: "Takes a while.",
        async run(_, { progress }) {
          progress("reading the second book");
          await sleep(700);
          return "research is done";
        },
      }),
      defineTool({
        ...long,
        name: "ask",
        description: "Needs a shelf.",
        async run(_, { requests }) {
          const properties = { shelf: { type: "string" } };
          return JSON.stringify(
            await requests?.elicit({ message: "Which?", schema: { type: "object", properties } }),
          );
        },
      }),
      defineTool({
        ...long,
        name: "fail",
        description: "Fails.",
        run: () => Promise.reject(new Error("The shelf fell.")),
      }),
      defineTool({
        ...long,
        name: "endless",
        description: "Ends when it is told.",
        async run(_, { signal, progress }) {
          progress("waiting for the end");
          await sleep(60_000, undefined, { signal }).catch(() => aborted++);
          return "ended";
        },
      }),
      defineTool({
        ...long,
        isLong: undefined as never,
        name: "short",
        description: "Is quick.",
        run: () => "now",
      }),
    ],
  });

async function opened() {
  const served = await serveHttp(library());
  const { url, token } = served;
  const headers = { Authorization: `Bearer ${token}` };
  const extension = using(mcp({ name: "library", url, headers }));
  return {
    extension,
    async client(capabilities: object = {}) {
      const client = new Client({ name: "old", version: "1" }, { capabilities });
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
      return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
    },
    async [Symbol.asyncDispose]() {
      await extension.close();
      await served.close();
    },
  };
}

describe("a tool that says that its calls are long", () => {
  it("is a task for this client: told of, asked through, failed and cancelled", async () => {
    await using shop = await opened();
    const { extension } = shop;
    const told: string[] = [];
    const progress = (text: string) => void told.push(text);
    expect(await says(extension, "research", {}, { progress })).toBe("research is done");
    expect(told).toContain("reading the second book\n");
    const requests = {
      elicit: async () => ({ shelf: "third" }),
      sample: () => Promise.reject(new Error("no")),
    };
    expect(await says(extension, "ask", {}, { requests })).toBe('{"shelf":"third"}');
    expect(await says(extension, "fail")).toContain("The shelf fell.");
    expect(await says(extension, "short")).toBe("now");
    const stopper = new AbortController();
    const interrupted = { signal: stopper.signal, progress: () => stopper.abort() };
    expect(await call(extension, "endless", {}, interrupted)).toMatchObject({ kind: "interrupted" });
    await expect.poll(() => aborted).toBe(1);
  });

  it("is a task for a client of 2025 that makes one", async () => {
    await using shop = await opened();
    await using client = await shop.client({ elicitation: {} });
    client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { shelf: "first" } }));
    const start = async (name: string) => {
      const params = { name, arguments: {}, task: { ttl: 60_000 } };
      const { task } = await client.request({ method: "tools/call", params }, anyObject);
      return task as { readonly taskId: string; readonly status: string };
    };
    const about = (method: string, taskId: string) =>
      client.request({ method, params: { taskId } }, anyObject);
    const { tools } = await client.listTools();
    expect(tools.map(({ execution }) => execution?.taskSupport)).toEqual([
      ...Array(4).fill("optional"),
      undefined,
    ]);

    const { taskId, status } = await start("ask");
    expect(status).toBe("working");
    await expect.poll(async () => (await about("tasks/get", taskId))["status"]).toBe("input_required");
    expect(await about("tasks/result", taskId)).toMatchObject({ content: [{ text: '{"shelf":"first"}' }] });
    expect(await about("tasks/get", taskId)).toMatchObject({ status: "completed", ttl: 60_000 });

    const failed = await start("fail");
    expect(await about("tasks/result", failed.taskId)).toMatchObject({ isError: true });
    expect(await about("tasks/get", failed.taskId)).toMatchObject({ status: "failed" });

    const endless = await start("endless");
    expect(await about("tasks/cancel", endless.taskId)).toMatchObject({ status: "cancelled" });
    await expect(about("tasks/cancel", endless.taskId)).rejects.toMatchObject({ code: -32_602 });
    await expect(about("tasks/get", "task-1")).rejects.toMatchObject({ code: -32_602 });
    expect(aborted).toBe(1);
  });

  it("is called at once for a client that makes no task", async () => {
    await using shop = await opened();
    await using client = await shop.client();
    expect(await client.callTool({ name: "research", arguments: {} })).toMatchObject({
      content: [{ text: "research is done" }],
    });
  });
});
