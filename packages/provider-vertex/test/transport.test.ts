import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { collect, never, temporaryFolder } from "@skein/test-kit";
import { anthropicStream, googleStream, serveScript } from "@skein/provider-conformance/servers";
import { outcomeOf } from "@skein/provider-conformance/cases";
import { provider, serviceAccount, simple } from "./replies.ts";

const hello = [{ type: "text", text: "Hi" }] as const;
const claude = "claude-opus-4-5@20251101";
const models = ["gemini-2.5-pro", claude];

const stream = (path: string, more = "") => ({
  status: 200,
  contentType: "text/event-stream",
  body: Buffer.from((path.includes("claude") ? anthropicStream(hello) : googleStream(hello)) + more),
});

/** A proxy that rejects everything and records the targets in `asked`. */
async function refusingProxy() {
  const asked: string[] = [];
  const server = createServer().on("connect", ({ url = "" }, socket) => {
    asked.push(url);
    socket.end("HTTP/1.1 403 No\r\nconnection: close\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const end = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { host, asked, [Symbol.asyncDispose]: end };
}

describe("the way to the endpoint", () => {
  it("is a proxy, where the settings or the environment name one", async () => {
    await using proxy = await serveScript(({ path }) => stream(path));
    const ways = [{ proxy: proxy.url }, { env: { http_proxy: proxy.url } }];
    for (const way of ways)
      for (const modelId of models) {
        const settings = { baseUrl: "http://vertex.example", headers: { "x-team": "blue" }, ...way };
        await collect(provider(settings).model(modelId).stream(simple, never));
      }
    const asked = proxy.requests.map(({ path, headers }) => [new URL(path).host, headers["x-team"]]);
    expect(asked).toEqual(Array.from({ length: 4 }, () => ["vertex.example", "blue"]));
  });

  it("is the proxy for tokens too, and they are not written down", async () => {
    await using proxy = await refusingProxy();
    await using folder = await temporaryFolder();
    const httpLog = join(folder.path, "tap");
    const credentialsFile = await serviceAccount(folder.path);
    const settings = { accessToken: undefined, credentialsFile, proxy: `http://${proxy.host}`, httpLog };
    const model = provider(settings).model("gemini-2.5-pro");
    const { error } = await outcomeOf(model.stream(simple, never));
    expect(error).toMatchObject({
      code: "network",
      message: expect.stringContaining(proxy.host) as string,
    });
    expect(new Set(proxy.asked)).toEqual(new Set(["oauth2.googleapis.com:443"]));
    expect(await readdir(httpLog)).toEqual([]);
  });

  it("is written down without tokens, also those that come later", async () => {
    const tokens = ["ya29.the-first-token", "ya29.the-second-token"];
    // Repeats the token it was asked with.
    await using server = await serveScript(({ path, headers }) =>
      stream(path, `: ${headers.authorization}\n\n`),
    );
    await using folder = await temporaryFolder();
    let asked = 0;
    const accessToken = () => Promise.resolve(tokens[asked++]!);
    const own = provider({ baseUrl: server.url, accessToken, httpLog: folder.path });
    for (const modelId of models) await collect(own.model(modelId).stream(simple, never));
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(
      tokens.map((one) => `Bearer ${one}`),
    );
    const names = (await readdir(folder.path)).toSorted();
    const texts = await Promise.all(names.map((name) => readFile(join(folder.path, name), "utf8")));
    expect(names.length).toBe(6);
    expect(JSON.parse(texts[0]!)).toMatchObject({ method: "POST", body: server.requests[0]!.json() });
    expect([texts[1], texts[4]]).toEqual(Array(2).fill(expect.stringContaining("Bearer [key]")));
    for (const secret of tokens) expect(texts.join("")).not.toContain(secret);
  });
});

describe("a model that is not to think", () => {
  it.each([
    ["claude-opus-5-5", 1],
    ["gemini-2.5-pro", 1],
    [claude, 0],
    ["gemini-2.5-flash", 0],
  ] as const)("%s says whether it must all the same, once (%j)", async (modelId, times) => {
    await using server = await serveScript(({ path }) => stream(path));
    const heard: string[] = [];
    const notice = (text: string) => heard.push(text);
    const model = provider({ baseUrl: server.url, notice }).model(modelId);
    const request = { ...simple, options: { effort: "none" } } as const;
    for (const _ of [1, 2]) await collect(model.stream(request, never));
    await collect(model.stream({ ...simple, options: { effort: "high" } }, never));
    expect(heard.map((text) => text.split(" ")[0])).toEqual(Array(times).fill(modelId));
  });
});
