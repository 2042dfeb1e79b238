import { mostSocketBytes } from "../../src/access/listen/bind.ts";
import { chmod, lstat, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import {
  listenPlace,
  readServerRecord,
  serveGuarded,
  type GuardedServer,
  type GuardedServerParts,
} from "../../src/access/index.ts";

const started: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of started.splice(0).toReversed()) await one[Symbol.asyncDispose]();
});

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "skein-access-"));
  started.push({ [Symbol.asyncDispose]: () => rm(path, { recursive: true }) });
  return path;
}

async function serve(
  parts: Partial<GuardedServerParts> = {},
): Promise<GuardedServer & { readonly file: string }> {
  const file = join(await folder(), "server.json");
  const server = await serveGuarded({
    place: listenPlace({ from: "user" }),
    recordFile: file,
    onRequest: (_, response, admission) => void response.end(JSON.stringify(admission)),
    ...parts,
  });
  started.push(server);
  return { ...server, file };
}

const bearer = (server: GuardedServer) => ({ authorization: `Bearer ${server.token}` });

/** All that the server says to these bytes, until it closes the connection. */
async function said(server: GuardedServer, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(bytes);
  let text = "";
  for await (const chunk of socket as AsyncIterable<Buffer>) text += chunk.toString();
  return text;
}

test("lets in who has the token of the record, which is for its owner alone", async () => {
  const server = await serve();
  expect((await lstat(server.file)).mode & 0o777).toBe(0o600);
  const record = await readServerRecord(server.file);
  expect(record).toMatchObject({ pid: process.pid, url: server.url });
  expect(Buffer.from(record?.token ?? "", "base64url")).toHaveLength(32);
  const answer = await fetch(`${server.url}/x?y`, { headers: { authorization: `Bearer ${record?.token}` } });
  expect(await answer.json()).toMatchObject({ kind: "admitted", role: "admin", path: "/x", query: "y" });
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
});

test("a browser comes by a link, once, with the role of the link", async () => {
  const server = await serve();
  const link = server.browserLink("approve");
  const first = await fetch(link, { redirect: "manual" });
  const cookie = first.headers.get("set-cookie") ?? "";
  expect([first.status, first.headers.get("location")]).toEqual([303, "./"]);
  expect(cookie).toMatch(/^skein_\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/);
  const page = await fetch(`${server.url}/`, { headers: { cookie: cookie.split(";")[0] ?? "" } });
  expect(await page.json()).toMatchObject({ kind: "admitted", role: "approve" });
  expect((await fetch(link, { redirect: "manual" })).status).toBe(401);
});

test("a browser stays logged in when the server is started again at its port, until it is revoked", async () => {
  const recordFile = join(await folder(), "server.json");
  const browsersFile = join(await folder(), "browsers.json");
  const first = await serve({ recordFile, browsersFile });
  const answer = await fetch(first.browserLink("approve"), { redirect: "manual" });
  const cookie = answer.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/; Max-Age=2592000$/);
  await first.close();
  expect((await lstat(browsersFile)).mode & 0o777).toBe(0o600);
  const [, secret] = /=([\w-]{43});/.exec(cookie) ?? [];
  expect(await readFile(browsersFile, "utf8")).not.toContain(secret);
  const place = listenPlace({ from: "user", port: Number(new URL(first.url).port) });
  const second = await serve({ recordFile, browsersFile, place });
  const get = (server: GuardedServer) =>
    fetch(server.url, { headers: { cookie: cookie.split(";")[0] ?? "" } });
  const { credential, ...admission } = (await (await get(second)).json()) as { credential: string };
  expect(admission).toMatchObject({ kind: "admitted", role: "approve" });
  const elsewhere = await serve({ browsersFile });
  expect((await get(elsewhere)).status).toBe(401);
  expect(await second.revoke(credential)).toBe(true);
  expect((await get(second)).status).toBe(401);
  await second.close();
  expect((await get(await serve({ recordFile, browsersFile, place }))).status).toBe(401);
});

test("a browser that was logged in long ago is not let in again", async () => {
  const browsersFile = join(await folder(), "browsers.json");
  const recordFile = join(await folder(), "server.json");
  const first = await serve({ recordFile, browsersFile, limits: { browserMs: 0 } });
  const answer = await fetch(first.browserLink("read"), { redirect: "manual" });
  const cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  expect((await fetch(first.url, { headers: { cookie } })).status).toBe(401);
  await first.close();
  expect(JSON.parse(await readFile(browsersFile, "utf8"))).toEqual({ [cookie.split("=")[0] ?? ""]: [] });
});

test.each([
  ["that others can read", "{}", 0o644, "open-to-others"],
  ["that is another file", '{"skein_1":[{"id":1}]}', 0o600, "not-a-record"],
  ["that is no JSON", "{", 0o600, "not-a-record"],
] as const)("a list of browsers %s keeps the server from starting", async (_, content, mode, code) => {
  const browsersFile = join(await folder(), "browsers.json");
  await writeFile(browsersFile, content, { mode });
  await chmod(browsersFile, mode);
  await expect(serve({ browsersFile })).rejects.toMatchObject({ code });
});

test("a link is too old after its time", async () => {
  const server = await serve({ limits: { codeMs: 0 } });
  expect((await fetch(server.browserLink("read"), { redirect: "manual" })).status).toBe(401);
});

test("a token that is revoked is not valid any more", async () => {
  const server = await serve();
  const { id, secret } = server.addToken("read");
  const get = () => fetch(server.url, { headers: { authorization: `Bearer ${secret}` } });
  expect((await get()).status).toBe(200);
  expect([await server.revoke(id), await server.revoke(id)]).toEqual([true, false]);
  expect((await get()).status).toBe(401);
});

test("guessing ends at ten tokens and codes together, and the owner still gets in", async () => {
  const server = await serve();
  const guess = async (at: number) =>
    at % 2 === 0
      ? (await fetch(server.url, { headers: { authorization: `Bearer ${at}` } })).status
      : (await fetch(`${server.url}/login?code=${at}`)).status;
  const statuses: number[] = [];
  for (let at = 0; at < 12; at++) statuses.push(await guess(at));
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  expect((await fetch(server.url, { headers: bearer(server) })).status).toBe(200);
});

test("closes the connection of a large body before it is read", async () => {
  const server = await serve({ limits: { bodyBytes: 1000 } });
  const head = `POST / HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: application/json\r\n`;
  expect(await said(server, `${head}Content-Length: 1001\r\n\r\n{`)).toMatch(
    /^HTTP\/1\.1 413 .*\r\nConnection: close/is,
  );
  expect(await said(server, `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n`)).toMatch(/^HTTP\/1\.1 411 /);
  expect(await said(server, `${head}Expect: 100-continue\r\nContent-Length: 1001\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 413 /,
  );
});

test("cuts a client that never ends its headers", async () => {
  const server = await serve({ limits: { headersMs: 200 } });
  expect(await said(server, "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")).toMatch(/^HTTP\/1\.1 408 /);
});

test("disconnects a client that does not read what is written for it", async () => {
  const gone = Promise.withResolvers<string>();
  const server = await serve({
    limits: { slowReaderMs: 200 },
    onRequest(_, response) {
      response.once("close", () => gone.resolve("gone"));
      response.write(Buffer.alloc(64 * 1024 * 1024));
    },
  });
  const asked = httpRequest(server.url, { headers: bearer(server) }).end();
  asked.on("error", () => undefined);
  asked.on("response", (response) => response.on("error", () => undefined).pause());
  expect(await gone.promise).toBe("gone");
  asked.destroy();
});

test("takes no more connections than its limit", async () => {
  const server = await serve({ limits: { connections: 2 } });
  const open = () => connect(Number(new URL(server.url).port), "127.0.0.1");
  const sockets: Socket[] = [open(), open()];
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  // It is accepted by the system, and then closed.
  expect(await said(server, "GET / HTTP/1.1\r\n\r\n").catch(() => "")).toBe("");
  for (const socket of sockets) socket.destroy();
});

test("an upgrade is refused without a token, and where there is no WebSocket", async () => {
  const server = await serve();
  const { host } = new URL(server.url);
  const head = `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`;
  expect(await said(server, `${head}\r\n`)).toMatch(/^HTTP\/1\.1 401 /);
  expect(await said(server, `${head}Authorization: Bearer ${server.token}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 400 /,
  );
});

test("listens on a Unix socket for its owner alone, in a folder for its owner alone", async () => {
  const home = await folder();
  const place = listenPlace({ from: "user", socket: join(home, "s.sock") });
  const server = await serve({ place });
  expect((await lstat(join(home, "s.sock"))).mode & 0o777).toBe(0o600);
  expect(await readServerRecord(server.file)).toMatchObject({ socket: join(home, "s.sock") });
  const status = await new Promise((resolve) =>
    httpRequest(
      { socketPath: join(home, "s.sock"), headers: { host: "localhost", ...bearer(server) } },
      (answer) => resolve((answer.resume(), answer.statusCode)),
    ).end(),
  );
  expect(status).toBe(200);
  await chmod(home, 0o755);
  await expect(
    serve({ place: listenPlace({ from: "user", socket: join(home, "t.sock") }) }),
  ).rejects.toMatchObject({ code: "open-to-others" });
});

test.each([
  ["linux", 107],
  ["darwin", 103],
  ["freebsd", 103],
  ["win32", Infinity],
] as const)("lets the path of a socket on %s have %d bytes", (platform, bytes) => {
  expect(mostSocketBytes(platform)).toBe(bytes);
});

test("says so if the path of a Unix socket is too long for the system", async () => {
  const home = await folder();
  const place = listenPlace({ from: "user", socket: join(home, `${"s".repeat(120)}.sock`) });
  await expect(serve({ place })).rejects.toMatchObject({
    code: "cannot-listen",
    message: expect.stringMatching(
      /^The path of the socket has \d+ bytes, and the system allows 10[37]: /,
    ) as string,
  });
});

test("does not serve beside a server that is alive, and replaces the record of one that is not", async () => {
  const server = await serve();
  await expect(serve({ recordFile: server.file })).rejects.toMatchObject({ code: "already-serving" });
  await server.close();
  await expect(lstat(server.file)).rejects.toThrow("ENOENT");
  await writeFile(
    server.file,
    JSON.stringify({ version: 1, pid: 2 ** 30, url: "http://127.0.0.1:1", token: "x" }),
    { mode: 0o600 },
  );
  const next = await serve({ recordFile: server.file });
  expect(await readFile(server.file, "utf8")).toContain(next.token);
});

test("does not believe a record that others could have written", async () => {
  const file = join(await folder(), "server.json");
  await writeFile(file, "{}");
  await chmod(file, 0o644);
  await expect(readServerRecord(file)).rejects.toMatchObject({ code: "open-to-others" });
  await chmod(file, 0o600);
  await expect(readServerRecord(file)).rejects.toMatchObject({ code: "not-a-record" });
});
