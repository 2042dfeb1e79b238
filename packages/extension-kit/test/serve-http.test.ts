import { mkdtemp, rm, stat } from "node:fs/promises";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { defineExtension, definePrompt, defineResource, defineTool } from "../src/index.ts";
import { serveHttp, type HttpServing, type ServeHttpOptions } from "../src/serve/index.ts";

const changes = new Set<() => void>();
const disposed: string[] = [];

function demo() {
  return defineExtension({
    name: "demo",
    state: (session) => ({ count: 0, [Symbol.dispose]: () => void disposed.push(session) }),
    tools: (state) => [
      defineTool({
        name: "count",
        description: "Counts its calls.",
        effect: "writes",
        input: z.object({}),
        output: z.object({ calls: z.int() }),
        run: (_, context) => ({ calls: ++state(context).count }),
      }),
      defineTool({
        name: "ask",
        description: "Asks for everything.",
        effect: "reads",
        input: z.object({}),
        async run(_, { requests, log, progress }) {
          log?.("warning", "asking");
          progress("asking");
          const properties = { name: { type: "string" } };
          const schema = { type: "object", properties, required: ["name"] };
          const content = [{ type: "text", text: "Hello" }] as const;
          const [name, reply, roots] = await Promise.all([
            requests?.elicit({ message: "Who?", schema }),
            requests
              ?.sample({
                system: "Be brief.",
                messages: [{ role: "user", from: "agent", content }],
                maxOutputTokens: 9,
              })
              .catch((error: unknown) => String(error)),
            requests?.roots?.(),
          ]);
          return JSON.stringify({ name, reply, roots });
        },
      }),
      defineTool({
        name: "wait",
        description: "Until it is cancelled.",
        effect: "reads",
        input: z.object({}),
        run: (_, { signal }) => {
          waiting++;
          return new Promise((resolve) => {
            signal.addEventListener("abort", () => {
              waiting--;
              resolve("");
            });
          });
        },
      }),
    ],
    prompts: [
      definePrompt({
        name: "greet",
        arguments: { name: { complete: () => ["Ada"] } },
        messages: ({ name }) => `Hello ${name}`,
      }),
    ],
    resources: [
      defineResource({
        uriTemplate: "note:///{id}",
        name: "Note",
        read: ({ id }) => `note ${id}`,
        watch(_, changed) {
          changes.add(changed);
          return () => void changes.delete(changed);
        },
      }),
    ],
  });
}

let waiting = 0;
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

async function served(options?: ServeHttpOptions): Promise<HttpServing> {
  const serving = await serveHttp(demo(), options);
  open.push(serving);
  return serving;
}

type Mode = "auto" | "legacy";

async function connected(
  { url, token }: HttpServing,
  mode: Mode,
  capabilities: object = { elicitation: {}, sampling: {}, roots: {} },
): Promise<Client> {
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities, ...(mode === "auto" ? { versionNegotiation: { mode } } : {}) },
  );
  if ("elicitation" in capabilities) {
    client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { name: "Ada" } }));
    client.setRequestHandler("sampling/createMessage", () => ({
      role: "assistant",
      model: "m",
      content: { type: "text", text: "Hi" },
    }));
    client.setRequestHandler("roots/list", () => ({ roots: [{ uri: "file:///project/a%20b" }] }));
  }
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  open.push(client);
  return client;
}

const resultText = (result: unknown) =>
  (result as { content: readonly { text: string }[] }).content.map(({ text }) => text).join("");

describe.each(["auto", "legacy"] as const)("over HTTP, to a client of the era %s", (mode) => {
  it("serves tools, prompts with completions, and resources", async () => {
    const client = await connected(await served(), mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(mode === "auto" ? "2026-07-28" : "2025-11-25");
    expect((await client.callTool({ name: "count" })).structuredContent).toEqual({ calls: 1 });
    expect((await client.callTool({ name: "count" })).structuredContent).toEqual({ calls: 2 });
    expect(await client.getPrompt({ name: "greet", arguments: { name: "Ada" } })).toMatchObject({
      messages: [{ role: "user", content: { type: "text", text: "Hello Ada" } }],
    });
    await expect(client.getPrompt({ name: "greet" })).rejects.toMatchObject({ code: -32_602 });
    const ref = { type: "ref/prompt", name: "greet" } as const;
    const { completion } = await client.complete({ ref, argument: { name: "name", value: "A" } });
    expect(completion.values).toEqual(["Ada"]);
    expect(await client.readResource({ uri: "note:///1" })).toMatchObject({
      contents: [{ uri: "note:///1", text: "note 1" }],
    });
    await expect(client.readResource({ uri: "other:///1" })).rejects.toMatchObject({ code: -32_602 });
  });

  it("asks the user, the model and for folders, and reports progress", async () => {
    const client = await connected(await served(), mode);
    const shown: (string | undefined)[] = [];
    const onprogress = ({ message }: { message?: string | undefined }) => shown.push(message);
    const result = await client.callTool({ name: "ask" }, { onprogress });
    expect(JSON.parse(resultText(result))).toEqual({
      name: { name: "Ada" },
      reply: { text: "Hi", model: "m" },
      roots: ["/project/a b"],
    });
    expect(shown[0]).toBe("asking"); // the client itself may add how far it is with the answers
  });

  it("asks nothing that a client does not offer", async () => {
    const client = await connected(await served(), mode, {});
    expect(JSON.parse(resultText(await client.callTool({ name: "ask" })))).toEqual({
      name: "cancelled",
      reply: "Error: This client does not let extensions ask its model (sampling).",
      roots: [],
    });
  });

  it("ends a call that its client cancels", async () => {
    const client = await connected(await served(), mode);
    const stop = new AbortController();
    const call = client.callTool({ name: "wait" }, { signal: stop.signal }).catch(String);
    await expect.poll(() => waiting).toBe(1);
    stop.abort();
    expect(await call).toContain("abort");
    await expect.poll(() => waiting).toBe(0);
  });
});

it("tells a client of 2025 of changes to what it subscribes to, until it does no more", async () => {
  const client = await connected(await served(), "legacy");
  const updated: string[] = [];
  client.setNotificationHandler(
    "notifications/resources/updated",
    ({ params }) => void updated.push(params.uri),
  );
  await client.subscribeResource({ uri: "note:///1" });
  for (const changed of changes) changed();
  await expect.poll(() => updated).toEqual(["note:///1"]);
  await client.unsubscribeResource({ uri: "note:///1" });
  expect(changes.size).toBe(0);
});

it("tells a client of 2026 of changes to what it listens to", async () => {
  const client = await connected(await served(), "auto");
  const updated: string[] = [];
  client.setNotificationHandler(
    "notifications/resources/updated",
    ({ params }) => void updated.push(params.uri),
  );
  const subscription = await client.listen({ resourceSubscriptions: ["note:///2"] });
  await expect.poll(() => changes.size).toBe(1);
  for (const changed of changes) changed();
  await expect.poll(() => updated).toEqual(["note:///2"]);
  await subscription.close();
});

it("keeps the states of sessions apart, and disposes them with their sessions", async () => {
  const serving = await served({ maxSessions: 2 });
  disposed.length = 0;
  const count = async (client: Client) => (await client.callTool({ name: "count" })).structuredContent;
  const [one, two] = [await connected(serving, "legacy"), await connected(serving, "legacy")];
  expect([await count(one), await count(one), await count(two)]).toEqual([
    { calls: 1 },
    { calls: 2 },
    { calls: 1 },
  ]);
  // The session that was used longest ago makes room.
  await count(await connected(serving, "legacy"));
  await expect.poll(() => disposed.length).toBe(1);
  await expect(count(one)).rejects.toThrow("The session has ended.");
});

interface RawRequest {
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly path?: string;
  readonly socketPath?: string;
}

function raw({ url }: HttpServing, { headers = {}, body = "{}", path = "/mcp", socketPath }: RawRequest) {
  const { hostname, port } = new URL(url);
  const all = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...headers,
  };
  return new Promise<number | undefined>((resolve, reject) => {
    const request = httpRequest(
      { method: "POST", hostname, port, path, socketPath, headers: all },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    request.on("error", reject).end(body);
  });
}

describe("a server over HTTP", () => {
  it("refuses other hosts, pages of other origins, and who has no token", async () => {
    const serving = await served({ allowedOrigins: ["https://app.example"], allowedHosts: ["box.example"] });
    const authorization = `Bearer ${serving.token}`;
    const { host } = new URL(serving.url);
    const status = (headers: Record<string, string>) => raw(serving, { headers });
    expect(await status({ host: "evil.example", authorization })).toBe(421);
    expect(await status({ host: "127.0.0.1.evil.example", authorization })).toBe(421);
    expect(await status({ host, origin: "http://evil.example", authorization })).toBe(403);
    expect(await status({ host, origin: "null", authorization })).toBe(403);
    expect(await status({ host, origin: "http://localhost:1", authorization })).toBe(403);
    expect(await status({ host })).toBe(401);
    expect(await status({ host, authorization: "Bearer x" })).toBe(401);
    expect(await raw(serving, { headers: { host, authorization }, path: "/" })).toBe(404);
    for (const headers of [
      { host },
      { host, origin: `http://${host}` },
      { host, origin: "https://app.example" },
    ])
      expect(await status({ ...headers, authorization })).toBe(400);
    expect(await status({ host: "box.example:80", authorization })).toBe(400);
  });

  it("listens on this machine only, with a token of its own each time", async () => {
    const [one, other] = [await served(), await served()];
    expect(new URL(one.url).hostname).toBe("127.0.0.1");
    expect(one.token).toHaveLength(43);
    expect(other.token).not.toBe(one.token);
  });

  it("reads no more of a body than it may", async () => {
    const serving = await served({ maxBodyBytes: 1_000 });
    const headers = { authorization: `Bearer ${serving.token}` };
    expect(await raw(serving, { headers, body: JSON.stringify({ a: "x".repeat(2_000) }) })).toBe(413);
  });

  it("takes no more connections than it may", async () => {
    const { port } = new URL((await served({ maxConnections: 1 })).url);
    const first = connect(Number(port), "127.0.0.1");
    await once(first, "connect");
    await once(connect(Number(port), "127.0.0.1"), "close");
    expect(first.closed).toBe(false);
    first.destroy();
  });

  it("on a Unix socket is for its owner only, without a token", async () => {
    const folder = await mkdtemp(join(tmpdir(), "skein-serve-"));
    try {
      const socket = join(folder, "mcp.sock");
      const serving = await served({ socket });
      expect(serving.token).toBeUndefined();
      expect((await stat(socket)).mode & 0o777).toBe(0o600);
      expect(await raw(serving, { socketPath: socket, headers: { host: "localhost" } })).toBe(400);
      expect(await raw(serving, { socketPath: socket, headers: { host: "evil.example" } })).toBe(421);
      await expect(serveHttp(demo(), { socket })).rejects.toMatchObject({ code: "usage" });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
