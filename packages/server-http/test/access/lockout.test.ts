import { mkdtemp, rm } from "node:fs/promises";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { defaultLimits, listenPlace, serveGuarded, type GuardedServer } from "../../src/access/index.ts";
import { createWrongTokens } from "../../src/access/listen/wrong-tokens.ts";

async function serve(): Promise<GuardedServer> {
  const folder = await mkdtemp(join(tmpdir(), "skein-lockout-"));
  const server = await serveGuarded({
    place: listenPlace({ from: "user" }),
    recordFile: join(folder, "server.json"),
    onRequest: (_, response) => void response.end(),
  });
  onTestFinished(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });
  return server;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** @param from - the address on this machine that asks. */
function ask(url: string, from: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    httpRequest(url, { localAddress: from, headers }, (response) => {
      response.resume();
      response.once("end", () => resolve({ status: response.statusCode, headers: response.headers }));
    })
      .once("error", reject)
      .end();
  });
}

async function lockOut(server: GuardedServer, from: string): Promise<void> {
  for (let at = 0; at < defaultLimits.wrongTokens; at++)
    await ask(server.url, from, { authorization: `Bearer x${at}` });
}

// Only Linux answers at every address of 127.0.0.0/8.
describe.runIf(process.platform === "linux")("an address that has sent too many wrong tokens", () => {
  const [locked, other] = ["127.0.0.3", "127.0.0.4"];

  test("cannot redeem a link, and does not use it up for others", async () => {
    const server = await serve();
    const link = server.browserLink("approve");
    await lockOut(server, locked);
    const refused = await ask(link, locked);
    expect([refused.status, refused.headers["set-cookie"]]).toEqual([429, undefined]);
    const first = await ask(link, other);
    expect([first.status, first.headers["set-cookie"]?.length]).toEqual([303, 1]);
    expect((await ask(link, other)).status).toBe(401);
  });

  test("has its own lock alone", async () => {
    const server = await serve();
    await lockOut(server, locked);
    const wrong = { authorization: "Bearer wrong" };
    expect((await ask(server.url, locked, wrong)).status).toBe(429);
    expect((await ask(server.url, other, wrong)).status).toBe(401);
    expect((await ask(`${server.url}/login?code=wrong`, other)).status).toBe(401);
  });

  test("is not locked by requests that are refused for other reasons", async () => {
    const server = await serve();
    for (let at = 0; at <= defaultLimits.wrongTokens; at++) await ask(server.url, locked);
    expect((await ask(server.url, locked, { authorization: "Bearer wrong" })).status).toBe(401);
  });

  test("is let in with a right token, as before", async () => {
    const server = await serve();
    await lockOut(server, locked);
    const right = { authorization: `Bearer ${server.token}` };
    expect((await ask(server.url, locked, right)).status).toBe(200);
  });
});

describe("wrong tokens", () => {
  test("count for a minute, each by itself", () => {
    let now = 1_000_000;
    const tokens = createWrongTokens(() => now);
    tokens.add("a");
    now += 30_000;
    tokens.add("a");
    tokens.add("b");
    expect([tokens.count("a"), tokens.count("b"), tokens.count("c")]).toEqual([2, 1, 0]);
    now += 29_999;
    expect(tokens.count("a")).toBe(2);
    now += 1;
    expect(tokens.count("a")).toBe(1);
    now += 30_000;
    expect(tokens.count("a")).toBe(0);
  });

  test("of the address that was silent longest are forgotten, beyond 1,024 addresses", () => {
    const tokens = createWrongTokens(() => 0);
    tokens.add("busy");
    tokens.add("silent");
    tokens.add("busy");
    for (let at = 0; at < 1023; at++) tokens.add(`n${at}`);
    expect([tokens.count("silent"), tokens.count("busy")]).toEqual([0, 2]);
  });
});
