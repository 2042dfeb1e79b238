import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { serveScripted, text } from "./served.ts";
import { frontFetch, hasOpenssl, hostName, nginx, nginxFront, ownFront, type TlsFront } from "./tls-front.ts";

const words = "word ".repeat(60);

/** A server that answers to the name of the front, which stands before it. */
async function behind(makeFront: (target: URL) => Promise<TlsFront>) {
  const assets = await mkdtemp(join(tmpdir(), "skein-app-"));
  await writeFile(join(assets, "index.html"), "<!doctype html>the app");
  const listen = { from: "user", allowHosts: [hostName] } as const;
  const served = await serveScripted([[text(words)]], { delayMs: 20, assets, listen });
  const front = await makeFront(new URL(served.server.url));
  const origin = `https://${hostName}:${front.port}`;
  const request = frontFetch(front);
  return {
    served,
    front,
    origin,
    get: (path: string, init?: RequestInit) => request(`${origin}${path}`, init),
    async [Symbol.asyncDispose]() {
      await front[Symbol.asyncDispose]();
      await served[Symbol.asyncDispose]();
      await rm(assets, { recursive: true });
    },
  };
}

describe.each([
  ["a proxy of the tests' own", hasOpenssl, ownFront],
  ["nginx, as the guide sets it up", hasOpenssl && existsSync(nginx), nginxFront],
] as const)("behind %s", (_, isThere, makeFront) => {
  test.skipIf(!isThere)("a browser logs in under a path, and works there with its cookie", async () => {
    await using at = await behind(makeFront);
    const { pathname, search } = new URL(at.served.server.browserLink("admin"));
    const login = await at.get(`/skein${pathname}${search}`);
    const location = new URL(login.headers.get("location") ?? "", `${at.origin}/skein${pathname}`);
    expect([login.status, location.href]).toEqual([303, `${at.origin}/skein/`]);
    expect(await (await at.get("/skein/")).text()).toContain("the app");
    const cookie = login.headers.get("set-cookie")?.split(";")[0] ?? "";
    const post = async (origin: string) => {
      const headers = { cookie, origin, "content-type": "application/json" };
      const body = JSON.stringify({ cwd: at.served.project });
      return (await at.get("/skein/api/sessions", { method: "POST", headers, body })).status;
    };
    expect(await post(at.origin)).toBe(200);
    expect(await post("https://evil.example")).toBe(403);
    expect((await at.get("/skein/api/server")).status).toBe(401);
  });

  test.skipIf(!isThere)("events arrive while they happen, and WebSockets pass", async () => {
    await using at = await behind(makeFront);
    const session = await at.served.session();
    const path = `/skein/api/sessions/${session}/events`;
    const headers = at.served.as("read");
    const names = { host: new URL(at.origin).host, ...headers };
    const options = { headers: names, ca: at.front.ca, servername: hostName };
    const socket = new WebSocket(`wss://127.0.0.1:${at.front.port}${path}`, [], options);
    const overSocket: string[] = [];
    socket.on("message", (data: Buffer) => overSocket.push(data.toString()));
    const left = new AbortController();
    const answer = await at.get(path, { headers, signal: left.signal });
    await at.served.ask("POST", `/sessions/${session}/messages`, { input: "go" });
    let read = "";
    let chunks = 0;
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      chunks += 1;
      read += chunk;
      if (read.includes('"type":"outcome"')) break;
    }
    // One that was held back would come at once, when it is over.
    expect(chunks).toBeGreaterThan(5);
    expect(overSocket.length).toBeGreaterThan(5);
    socket.close();
    left.abort();
  });
});
