import { once } from "node:events";
import { chmod, lstat, mkdtemp, rm } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listenPlace, readServerRecord, serveGuarded, type GuardedServer } from "../../src/access/index.ts";

async function privateFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "skein-socket-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function serveAt(socket: string, recordFile: string): Promise<GuardedServer> {
  const server = await serveGuarded({
    place: listenPlace({ from: "user", socket }),
    recordFile,
    onRequest: (_, response, admission) => void response.end(admission.kind),
  });
  onTestFinished(() => server.close());
  return server;
}

async function get(socketPath: string, path: string, headers: Record<string, string>) {
  const sent = request({ socketPath, path, headers: { host: "localhost", ...headers } }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const text = (await answer.toArray()).join("");
  return { status: answer.statusCode, text, cookie: String(answer.headers["set-cookie"]) };
}

test("a server on a Unix socket has the URL http://localhost and a cookie without a port", async () => {
  const folder = await privateFolder();
  const socket = join(folder, "s");
  const server = await serveAt(socket, join(folder, "server.json"));
  expect(server.url).toBe("http://localhost");
  expect((await lstat(socket)).mode & 0o777).toBe(0o600);
  expect(await readServerRecord(join(folder, "server.json"))).toMatchObject({
    url: "http://localhost",
    socket,
  });
  const login = await get(socket, server.browserLink("read").slice(server.url.length), {});
  expect(login).toMatchObject({ status: 303, cookie: expect.stringMatching(/^skein=[\w-]{43};/) });
  const page = await get(socket, "/", { cookie: login.cookie.split(";")[0] ?? "" });
  expect(page).toMatchObject({ status: 200, text: "admitted" });
});

test("a server does not take over the socket of one that runs", async () => {
  const folder = await privateFolder();
  const socket = join(folder, "s");
  const first = await serveAt(socket, join(folder, "first.json"));
  await expect(serveAt(socket, join(folder, "second.json"))).rejects.toMatchObject({ code: "cannot-listen" });
  const answer = await get(socket, "/", { authorization: `Bearer ${first.token}` });
  expect(answer.status).toBe(200);
});

test.each([
  ["the group can enter", 0o750],
  ["others can enter", 0o701],
])("a socket is not made in a folder that %s", async (_, mode) => {
  const folder = await privateFolder();
  await chmod(folder, mode);
  await expect(serveAt(join(folder, "s"), join(folder, "server.json"))).rejects.toMatchObject({
    code: "open-to-others",
  });
});

test("a server whose record cannot be written does not stay behind", async () => {
  const folder = await privateFolder();
  const socket = join(folder, "s");
  await expect(serveAt(socket, join(folder, "missing", "server.json"))).rejects.toMatchObject({
    code: "ENOENT",
  });
  const [error] = await once(connect(socket), "error");
  expect(error).toMatchObject({ code: "ENOENT" });
});

test("a server that ends without its record ends quietly", async () => {
  const folder = await privateFolder();
  const server = await serveAt(join(folder, "s"), join(folder, "server.json"));
  await rm(join(folder, "server.json"));
  await server.close();
  expect(await readServerRecord(join(folder, "server.json"))).toBeUndefined();
});
