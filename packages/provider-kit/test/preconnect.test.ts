import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder, type TemporaryFolder } from "@skein/test-kit";
import { serveScript } from "@skein/provider-conformance/servers";
import { openTransport, readStart } from "../src/index.ts";
import { createConnections } from "../src/transport/connections.ts";
import { createHttpClient } from "../src/transport/http-client.ts";
import { listening, type Listening } from "./listening.ts";
import { proxyServer } from "./proxy-server.ts";
import { hasOpenssl, writeCertificates } from "./tls-files.ts";

const run = promisify(execFile);
const client = () => createHttpClient({ proxy: undefined, certificates: {} });
const page = { status: 200, contentType: "text/plain", body: Buffer.from("hello") };

interface Watched extends Listening {
  readonly sockets: readonly Socket[];
  bytes(): number;
}

/** A server that says nothing, and counts what it is told. */
async function silentServer(): Promise<Watched> {
  const sockets: Socket[] = [];
  let bytes = 0;
  const server = createServer((socket) => {
    sockets.push(socket.on("data", (piece) => (bytes += piece.length)));
  });
  return { ...(await listening(server)), sockets, bytes: () => bytes };
}

describe("a connection that is opened ahead", () => {
  it("is the one of the first request, and carries nothing before it", async () => {
    await using server = await serveScript(() => page);
    const { preconnect, send } = client();
    preconnect(new URL(server.url));
    preconnect(new URL(server.url));
    await expect.poll(() => server.openSockets()).toBe(1);
    expect(server.requests).toEqual([]);
    expect(await readStart(await send(server.url), 100)).toBe("hello");
    expect(server.acceptedSockets()).toBe(1);
  });

  it("is taken while it is still being opened", async () => {
    await using server = await serveScript(() => page);
    const { preconnect, send } = client();
    preconnect(new URL(server.url));
    const both = await Promise.all([send(server.url), send(server.url)]);
    for (const response of both) expect(await readStart(response, 100)).toBe("hello");
    expect(server.acceptedSockets()).toBe(2);
  });

  it("is not opened where there is one already", async () => {
    await using server = await serveScript(() => page);
    const { preconnect, send } = client();
    await readStart(await send(server.url), 100);
    preconnect(new URL(server.url));
    await readStart(await send(server.url), 100);
    expect(server.acceptedSockets()).toBe(1);
  });

  it("is not opened to where a custom fetch leads", async () => {
    await using server = await silentServer();
    const url = new URL(`http://127.0.0.1:${server.port}`);
    (await openTransport({ provider: "vendor", url, settings: { fetch, env: {} } })).preconnect();
    (await openTransport({ provider: "vendor", url, settings: { env: {} } })).preconnect();
    await expect.poll(() => server.sockets.length).toBe(1);
  });

  it("is replaced when the server has closed it", async () => {
    let closed = 0;
    const server = createServer((socket) => {
      if (closed++ === 0) return void socket.end();
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"));
    });
    await using at = await listening(server);
    const url = new URL(`http://127.0.0.1:${at.port}`);
    const { preconnect, send } = client();
    preconnect(url);
    await expect.poll(() => closed).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await readStart(await send(url.href), 100)).toBe("ok");
  });

  it("that fails is no error; the request tells what is wrong", async () => {
    const { preconnect, send } = client();
    const url = new URL("http://127.0.0.1:1");
    preconnect(url);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(send(url.href)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("is closed when it was not used in time", async () => {
    await using server = await silentServer();
    const connections = createConnections({ isTls: false, certificates: {}, idleMs: 50 });
    connections.preconnect({ host: "127.0.0.1", port: server.port });
    await expect.poll(() => server.sockets.length).toBe(1);
    await expect.poll(() => server.sockets[0]!.destroyed).toBe(true);
    expect(server.bytes()).toBe(0);
  });

  it("is opened again after it was closed", async () => {
    await using server = await silentServer();
    const connections = createConnections({ isTls: false, certificates: {}, idleMs: 50 });
    const preconnect = () => connections.preconnect({ host: "127.0.0.1", port: server.port });
    preconnect();
    preconnect();
    await expect.poll(() => server.sockets[0]?.destroyed).toBe(true);
    expect(server.sockets).toHaveLength(1);
    const reconnected = () => (preconnect(), server.sockets.length);
    await expect.poll(reconnected).toBe(2);
  });

  it.each([
    ["http", ""],
    ["https", "whose handshake does not end"],
    ["http", "through a proxy"],
    ["https", "through a proxy that does not answer"],
  ])("does not keep the process: %s %s", async (scheme, how) => {
    await using server = await silentServer();
    const settings = how.startsWith("through")
      ? { proxy: `http://127.0.0.1:${server.port}`, env: {} }
      : { env: {} };
    const host = how.startsWith("through") ? "vendor.example" : `127.0.0.1:${server.port}`;
    const program = `
      import { openTransport } from ${JSON.stringify(import.meta.resolve("../src/index.ts"))};
      const url = new URL("${scheme}://${host}");
      const { preconnect } = await openTransport({ provider: "vendor", url, settings: ${JSON.stringify(settings)} });
      preconnect();
      await new Promise((resolve) => setTimeout(resolve, 300));
      console.log(process.getActiveResourcesInfo().filter((kind) => /TCP|TLS|Timeout/.test(kind)).join());
      process.exit();
    `;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", program], { env: {} });
    expect(stdout).toBe("\n");
    expect(server.sockets).toHaveLength(1);
    await expect.poll(() => server.sockets[0]!.destroyed).toBe(true);
  });
});

describe.skipIf(!hasOpenssl)("a connection with TLS that is opened ahead", () => {
  let folder: TemporaryFolder;
  let file: (name: string) => string;

  beforeAll(async () => {
    folder = await temporaryFolder();
    file = await writeCertificates(folder.path, { server: "DNS:localhost,DNS:vendor.example" });
  });
  afterAll(() => folder[Symbol.asyncDispose]());

  /** Counts handshakes and received bytes, and answers each request. */
  async function secureServer() {
    const seen = { handshakes: 0, bytes: 0, protocols: new Set<string | false | null>() };
    const [cert, key] = await Promise.all(["server.pem", "server.key"].map((name) => readFile(file(name))));
    const server = createTlsServer({ cert, key, ALPNProtocols: ["h2", "http/1.1"] }, (socket) => {
      seen.handshakes++;
      seen.protocols.add(socket.alpnProtocol);
      socket.on("error", () => undefined);
      socket.on("data", (bytes) => {
        seen.bytes += bytes.length;
        // Behind what the client does when it has sent its request: only then can it use the connection again.
        setImmediate(() => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"));
      });
    });
    server.on("tlsClientError", () => undefined);
    return Object.assign(await listening(server), { seen });
  }

  it("has its handshake behind it, and carries nothing before the first request", async () => {
    await using server = await secureServer();
    const url = new URL(`https://localhost:${server.port}/`);
    const { preconnect, send } = await openTransport({
      provider: "vendor",
      url,
      settings: { ca: file("ca.pem"), env: {} },
    });
    preconnect();
    await expect.poll(() => server.seen.handshakes).toBe(1);
    expect(server.seen.bytes).toBe(0);
    for (let turn = 0; turn < 2; turn++) expect(await readStart(await send(url.href), 100)).toBe("ok");
    expect(server.seen.handshakes).toBe(1);
    expect([...server.seen.protocols]).toEqual(["http/1.1"]);
  });

  it("goes through a proxy, which is all that is asked", async () => {
    await using server = await secureServer();
    await using proxy = await proxyServer({ leadsTo: server.port });
    const url = new URL("https://vendor.example/");
    const settings = { proxy: `http://127.0.0.1:${proxy.port}`, ca: file("ca.pem"), env: {} };
    const { preconnect, send } = await openTransport({ provider: "vendor", url, settings });
    preconnect();
    await expect.poll(() => server.seen.handshakes).toBe(1);
    expect(server.seen.bytes).toBe(0);
    for (let turn = 0; turn < 2; turn++) expect(await readStart(await send(url.href), 100)).toBe("ok");
    expect(proxy.asked).toEqual(["CONNECT vendor.example:443"]);
    expect(server.seen.handshakes).toBe(1);
  });

  it("to a server that is not trusted sends it nothing, and the request tells why", async () => {
    await using server = await secureServer();
    const url = new URL(`https://localhost:${server.port}/`);
    const { preconnect, send } = client();
    preconnect(url);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(send(url.href, { headers: { authorization: "secret" } })).rejects.toMatchObject({
      code: expect.stringMatching(/SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET/) as string,
    });
    expect(server.seen.bytes).toBe(0);
  });
});
