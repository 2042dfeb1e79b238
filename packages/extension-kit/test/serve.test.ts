import { PassThrough } from "node:stream";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import type { ToolContext, ToolOutcome } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineExtension, defineTool } from "../src/index.ts";
import { mcpServerOf, serve, type McpServerOptions } from "../src/serve/index.ts";
import { png } from "./images.ts";

const pixel = png(1, 1).toString("base64");

const contexts: ToolContext[] = [];

const outcomes: Record<string, ToolOutcome> = {
  image: { content: [{ type: "image", mediaType: "image/png", data: pixel }] },
  file: { content: [{ type: "file", mediaType: "application/pdf", data: "AAAA", name: "a b.pdf" }] },
  failed: { kind: "failed", message: "No luck.", hint: "Try again." },
  denied: { kind: "denied", by: "policy", reason: "" },
};

function demo(close: () => void = () => {}) {
  return defineExtension({
    name: "demo",
    instructions: "Use it well.",
    close,
    tools: [
      defineTool({
        name: "outcome",
        description: "Ends as it is told.",
        effect: "writes",
        input: z.object({ kind: z.string() }),
        run: ({ kind }, context) => {
          contexts.push(context);
          context.progress("first");
          context.progress("second");
          return outcomes[kind] ?? "fine";
        },
      }),
      defineTool({
        name: "wait",
        description: "Until the end.",
        effect: "reads",
        input: z.object({}),
        run: (_, { signal }) =>
          new Promise((resolve) => signal.addEventListener("abort", () => resolve("aborted"))),
      }),
    ],
  });
}

async function client(options?: McpServerOptions): Promise<Client> {
  const server = await mcpServerOf(demo(), options)();
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(theirs);
  const connected = new Client({ name: "test", version: "1.0.0" });
  await connected.connect(ours);
  return connected;
}

const outcome = (kind: string) => ({ name: "outcome", arguments: { kind } });

describe("an extension over MCP", () => {
  it("tells its name, version, instructions and tools", async () => {
    const connected = await client({ version: "1.2.3" });
    expect(connected.getServerVersion()).toMatchObject({ name: "demo", version: "1.2.3" });
    expect(connected.getInstructions()).toBe("Use it well.");
    const { tools } = await connected.listTools();
    expect(tools).toMatchObject([
      {
        name: "outcome",
        description: "Ends as it is told.",
        inputSchema: { type: "object", required: ["kind"] },
        annotations: { readOnlyHint: false, idempotentHint: false },
      },
      { name: "wait", annotations: { readOnlyHint: true } },
    ]);
  });

  it("answers calls: texts, images, files, and failures with the text a model reads", async () => {
    const connected = await client();
    expect(await connected.callTool(outcome("text"))).toEqual({ content: [{ type: "text", text: "fine" }] });
    expect(await connected.callTool(outcome("image"))).toEqual({
      content: [{ type: "image", mimeType: "image/png", data: pixel }],
    });
    expect(await connected.callTool(outcome("file"))).toMatchObject({
      content: [{ type: "resource", resource: { uri: "file:///a%20b.pdf", blob: "AAAA" } }],
    });
    expect(await connected.callTool(outcome("failed"))).toEqual({
      isError: true,
      content: [{ type: "text", text: "No luck.\nTry again." }],
    });
    expect(await connected.callTool(outcome("denied"))).toMatchObject({ isError: true });
    expect(await connected.callTool({ name: "outcome" })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("/kind") as string }],
    });
    await expect(connected.callTool({ name: "other" })).rejects.toThrow('There is no tool "other"');
  });

  it("hands progress to a client that wants it", async () => {
    const connected = await client();
    const shown: (string | undefined)[] = [];
    const onprogress = ({ message }: { message?: string | undefined }) => shown.push(message);
    await connected.callTool(outcome("text"), { onprogress });
    expect(shown).toEqual(["first", "second"]);
  });

  it("gives each call an id and a folder of its own", async () => {
    contexts.length = 0;
    const connected = await client({ cwd: "/project", callFolders: "/calls" });
    await Promise.all([connected.callTool(outcome("text")), connected.callTool(outcome("text"))]);
    expect(contexts.map(({ cwd, callFolder }) => [cwd, callFolder])).toEqual([
      ["/project", "/calls/call-1"],
      ["/project", "/calls/call-2"],
    ]);
    expect(new Set(contexts.map(({ session }) => session)).size).toBe(1);
  });
});

describe("serving on two streams", () => {
  const lines = (output: PassThrough) =>
    (output.read() as Buffer | null)?.toString().trimEnd().split("\n") ?? [];
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const greeting = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`;

  it("writes messages only, and ends with its input; the extension is closed", async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    let closes = 0;
    const serving = serve(
      demo(() => void closes++),
      { input, output },
    );
    input.write(`no message\n${greeting}`);
    await new Promise((resolve) => output.once("readable", resolve));
    expect(lines(output).map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([1]);
    input.end();
    await serving;
    expect(closes).toBe(1);
  });

  it("ends when it is told, also before it began", async () => {
    const stop = new AbortController();
    const streams = { input: new PassThrough(), output: new PassThrough() };
    const serving = serve(demo(), { ...streams, signal: stop.signal });
    streams.input.write(greeting);
    await new Promise((resolve) => streams.output.once("readable", resolve));
    stop.abort();
    await serving;
    const extension = demo();
    await serve(extension, { ...streams, signal: AbortSignal.abort() });
    expect(extension.status()).toEqual({ state: "stopped" });
  });

  it("does not begin with an extension that cannot start", async () => {
    const broken = defineExtension({
      name: "broken",
      tools: [],
      start: () => {
        throw new Error("no disk");
      },
    });
    await expect(
      serve(broken, { input: new PassThrough(), output: new PassThrough() }),
    ).rejects.toMatchObject({
      code: "start-failed",
    });
    expect(broken.status()).toEqual({ state: "stopped" });
  });
});
