import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { defineExtension, defineTool } from "@skein/extension-kit";
import { mcpServerOf } from "@skein/extension-kit/serve";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { mcp } from "../../src/index.ts";
import { answeredBy, loopback, type Answer } from "./loopback.ts";
import { call, says, using } from "./workshop.ts";

const weather = () =>
  defineExtension({
    name: "weather",
    instructions: "Degrees are Celsius.",
    tools: [
      defineTool({
        name: "weather",
        description: "Weather of a city.",
        effect: "reads",
        input: z.object({ city: z.string() }),
        run: ({ city }, { progress }) => {
          progress("asking the sky");
          return `Sunny in ${city}`;
        },
      }),
      defineTool({
        name: "wait",
        description: "Never ends.",
        effect: "reads",
        input: z.object({}),
        run: (_, { signal }) =>
          new Promise((__, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))),
      }),
    ],
  });

/** The library's own HTTP handler, behind Node's server. */
function served(legacy: "stateless" | "reject"): Answer {
  return answeredBy(createMcpHandler(mcpServerOf(weather()), { legacy }));
}

describe("a server over streamable HTTP", () => {
  it.each(["stateless", "reject"] as const)("is listed and called (older clients: %s)", async (legacy) => {
    await using server = await loopback(served(legacy));
    await using extension = using(mcp({ url: server.url, headers: { authorization: "Bearer sesame" } }));
    expect((await extension.tools()).map(({ name }) => name)).toEqual(["wait", "weather"]);
    expect(extension.name).toBe("127-0-0-1");
    expect(extension.instructions).toBe("Degrees are Celsius.");
    const shown: string[] = [];
    const progress = (text: string) => shown.push(text);
    expect(await says(extension, "weather", { city: "Oslo" }, { progress })).toBe("Sunny in Oslo");
    expect(shown).toEqual(["asking the sky\n"]);
    expect(await call(extension, "weather", {})).toMatchObject({ kind: "invalid-input" });
    expect(new Set(server.requests.map(({ headers }) => headers.authorization))).toEqual(
      new Set(["Bearer sesame"]),
    );
  });

  it("ends a call that is aborted", async () => {
    await using server = await loopback(served("stateless"));
    await using extension = using(mcp({ url: server.url }));
    await extension.tools();
    expect(await call(extension, "wait", {}, { signal: AbortSignal.timeout(100) })).toEqual({
      kind: "interrupted",
      started: true,
      partial: "",
    });
  });

  it.each([
    [401, /the server requires a login \(HTTP 401\)/],
    [403, /the server refuses access \(HTTP 403\)/],
    [404, /there is no MCP server at this address \(HTTP 404\)/],
    [500, /HTTP 500/],
  ])("that answers %i is named as such", async (status, words) => {
    await using server = await loopback((_, response) => void response.writeHead(status).end("no"));
    const extension = mcp({ url: server.url });
    await expect(extension.tools()).rejects.toMatchObject({ name: "ExtensionError", code: "start-failed" });
    expect(extension.status()).toMatchObject({ message: expect.stringMatching(words) as string });
    await extension.close();
  });

  it("that requires a login later says so in a call", async () => {
    let locked = false;
    const serve = served("stateless");
    await using server = await loopback((request, response) =>
      locked ? void response.writeHead(401).end() : serve(request, response),
    );
    await using extension = using(mcp({ url: server.url }));
    await extension.tools();
    locked = true;
    expect(await says(extension, "weather", { city: "Oslo" })).toContain("requires a login (HTTP 401)");
  });

  it("that is not there, or no web server, is named as such", async () => {
    const { url } = await loopback(() => {}).then(async (server) => {
      await server[Symbol.asyncDispose]();
      return server;
    });
    await expect(mcp({ url }).tools()).rejects.toThrow(/the server cannot be reached \(ECONNREFUSED\)/);
    await using page = await loopback((_, response) => void response.end("<html>Hello</html>"));
    await expect(mcp({ url: page.url }).tools()).rejects.toMatchObject({ code: "start-failed" });
  });

  it("gets no header of ours sent on to another one", async () => {
    await using thief = await loopback((_, response) => void response.writeHead(404).end());
    await using server = await loopback(
      (_, response) => void response.writeHead(307, { location: thief.url }).end(),
    );
    await expect(mcp({ url: server.url, headers: { "x-key": "secret" } }).tools()).rejects.toThrow(
      "could not start",
    );
    expect(server.requests.length).toBeGreaterThan(0);
    expect(thief.requests).toEqual([]);
  });

  it("cannot fill the memory with one answer", async () => {
    const chunk = "x".repeat(1_000_000);
    await using server = await loopback(async (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const closed = once(response, "close");
      for (let sent = 0; sent < 100 && !response.destroyed; sent++) {
        if (!response.write(chunk)) await Promise.race([once(response, "drain"), closed]);
      }
      response.end();
    });
    await expect(mcp({ url: server.url }).tools()).rejects.toThrow(/more than 16,777,216 bytes/);
  });

  it("is refused when its address can never work, or holds a password", () => {
    expect(() => mcp({ url: "localhost:3000" })).toThrow(/is not an http or https address/);
    expect(() => mcp({ url: "file:///etc/passwd" })).toThrow(/is not an http or https address/);
    expect(() => mcp({ url: "https://me:pw@example.com/mcp" })).toThrow(/holds a name or a password/);
    expect(() => mcp({ command: " " })).toThrow(/is empty/);
  });
});

describe("a server on a Unix socket", () => {
  const kinds: readonly (readonly [string, string, RegExp])[] = [
    ["in a folder", "mcp.sock", /the server cannot be reached \(ENOENT\)/],
    ...(process.platform === "linux"
      ? [["without a file", "@", /cannot be reached \(ECONNREFUSED\)/] as const]
      : []),
  ];
  it.each(kinds)(
    "%s is spoken to as over the network, and says when no one listens",
    async (_, kind, missing) => {
      await using folder = await temporaryFolder();
      const socket = kind === "@" ? `@${folder.path}` : join(folder.path, kind);
      const settings = { url: "http://localhost/mcp", socket, name: "weather" };
      const answer = served("reject");
      const hosts: (string | undefined)[] = [];
      const server = createServer((request, response) => {
        hosts.push(request.headers.host);
        Promise.resolve(answer(request, response)).catch(() => response.destroy());
      });
      await new Promise<void>((resolve) => server.listen(socket.replace(/^@/, "\0"), resolve));
      try {
        await using extension = using(mcp(settings));
        expect((await extension.tools()).map(({ name }) => name)).toEqual(["wait", "weather"]);
        expect(await says(extension, "weather", { city: "Oslo" })).toBe("Sunny in Oslo");
        expect(new Set(hosts)).toEqual(new Set(["localhost"]));
        const stopper = new AbortController();
        const waiting = call(extension, "wait", {}, { signal: stopper.signal });
        setTimeout(() => stopper.abort(), 100);
        expect(await waiting).toMatchObject({ kind: "interrupted" });
      } finally {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
      await using gone = using(mcp(settings));
      await expect(gone.tools()).rejects.toThrow(missing);
    },
  );
});
