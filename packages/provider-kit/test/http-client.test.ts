import { createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { serveScript, type ServedReply } from "@skein/provider-conformance/servers";
import { readStart } from "../src/index.ts";
import { createHttpClient } from "../src/transport/http-client.ts";
import { listening } from "./listening.ts";

const client = () => createHttpClient({ proxy: undefined, certificates: {} });
const reply = (body: string | Uint8Array, rest: Partial<ServedReply> = {}): ServedReply => ({
  status: 200,
  contentType: "text/plain",
  body: Buffer.from(body),
  ...rest,
});

/** A server that answers every connection's first bytes with these, and keeps the connection. */
async function rawServer(answer: string | ((socket: Socket) => void)) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.once("data", () => (typeof answer === "string" ? socket.write(answer, "latin1") : answer(socket)));
  });
  return { ...(await listening(server)), sockets };
}

describe("a request", () => {
  it.each([
    ["in one piece", []],
    ["in pieces", [0, 10, 10, 2_000_000]],
  ])("is sent whole, with its length and what every request says, %s", async (_, cuts) => {
    await using server = await serveScript(() => reply("got it", { headers: { "x-one": "1" } }));
    const text = JSON.stringify({ text: "ö🔍".repeat(500_000) });
    const bytes = Buffer.from(text);
    const body =
      cuts.length === 0 ? text : { pieces: [...cuts].map((from, at) => bytes.subarray(from, cuts[at + 1])) };
    const headers = { Accept: "text/event-stream", "x-latin": "caf\u00e9" };
    const response = await client().send(`${server.url}/a%20b?c=d#e`, { method: "POST", headers, body });
    expect({ status: response.status, ok: response.ok }).toEqual({ status: 200, ok: true });
    expect(response.headers.get("X-One")).toBe("1");
    expect(response.headers.get("constructor")).toBeNull();
    expect(await readStart(response, 100)).toBe("got it");
    const [request] = server.requests;
    expect(request).toMatchObject({ method: "POST", path: "/a%20b?c=d" });
    expect(request!.bytes.equals(bytes)).toBe(true);
    expect(request!.headers).toEqual({
      accept: "text/event-stream",
      "accept-encoding": "gzip, br",
      connection: "keep-alive",
      "content-length": String(bytes.length),
      host: new URL(server.url).host,
      "user-agent": "skein",
      "x-latin": "caf\u00e9",
    });
  });

  it("may name another host than the one that it goes to", async () => {
    await using server = await serveScript(() => reply("hello"));
    await readStart(await client().send(server.url, { headers: { Host: "vendor.example" } }), 100);
    expect(server.requests[0]!.headers).toMatchObject({ host: "vendor.example" });
  });

  it("uses the connection of the last one, once that was read to its end", async () => {
    await using server = await serveScript(() => reply("x".repeat(100_000)));
    const { send } = client();
    for (let turn = 0; turn < 3; turn++) await readStart(await send(server.url), 1_000_000);
    expect(server.acceptedSockets()).toBe(1);
    await readStart(await send(server.url), 10);
    await readStart(await send(server.url), 1_000_000);
    expect(server.acceptedSockets()).toBe(2);
  });

  it("beside others has a connection of its own", async () => {
    await using server = await serveScript(() => reply("hello", { delayMs: 20 }));
    const { send } = client();
    await Promise.all([1, 2, 3].map(async () => readStart(await send(server.url), 100)));
    expect(server.acceptedSockets()).toBe(3);
  });

  it("reaches a host by any of its addresses", async () => {
    await using server = await serveScript(() => reply("hello"));
    const { port } = new URL(server.url);
    expect(await readStart(await client().send(`http://localhost:${port}`), 100)).toBe("hello");
  });

  it.each([
    ["100 Continue and 103 Early Hints", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n"],
    ["nothing", ""],
  ])("takes no notice of %s", async (_, before) => {
    await using server = await rawServer(`${before}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok`);
    const response = await client().send(`http://127.0.0.1:${server.port}`, { method: "POST", body: "x" });
    expect(await readStart(response, 100)).toBe("ok");
  });
});

describe("a compressed body", () => {
  const text = "data: Größe\n\n".repeat(2000);
  it.each([
    ["gzip", gzipSync(text)],
    ["x-gzip", gzipSync(text)],
    ["br", brotliCompressSync(text)],
    ["deflate", deflateSync(text)],
    ["identity", Buffer.from(text)],
    ["GZIP , br", brotliCompressSync(gzipSync(text))],
  ])("is decompressed: %s", async (coding, body) => {
    await using server = await serveScript(() =>
      reply(body, { chunkBytes: 7, headers: { "content-encoding": coding } }),
    );
    const { send } = client();
    expect(await readStart(await send(server.url), 1_000_000)).toBe(text);
    expect(await readStart(await send(server.url), 1_000_000)).toBe(text);
    expect(server.acceptedSockets()).toBe(1);
  });

  it("comes piece by piece, as it was flushed", async () => {
    const { createGzip, constants } = await import("node:zlib");
    await using server = await rawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n");
      const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
      gzip.on("data", (bytes: Buffer) => socket.write(bytes));
      gzip.write("first");
    });
    const response = await client().send(`http://127.0.0.1:${server.port}`);
    for await (const bytes of response.body!) {
      expect(Buffer.from(bytes).toString()).toBe("first");
      break;
    }
    await expect.poll(() => server.sockets.every((socket) => socket.destroyed)).toBe(true);
  });

  it("in an unknown coding is an error", async () => {
    await using server = await serveScript(() => reply("?", { headers: { "content-encoding": "zstd" } }));
    await expect(client().send(server.url)).rejects.toMatchObject({ code: "ERR_CONTENT_CODING" });
    await expect.poll(() => server.openSockets()).toBe(0);
  });
});

describe("what goes wrong", () => {
  const whole = "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n";
  const end = (text: string) => (socket: Socket) => void socket.end(text);
  const reset = (text: string) => (socket: Socket) => void socket.write(text, () => socket.resetAndDestroy());

  it.each([
    ["a connection that is closed instead of an answer", end(""), "ECONNRESET"],
    ["a connection that is reset instead of an answer", reset(""), "ECONNRESET"],
    ["what is not HTTP", end("SSH-2.0-OpenSSH_9.6\r\n"), "HPE_INVALID_CONSTANT"],
    ["headers that do not end", end(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(20_000)}`), "HPE_HEADER_OVERFLOW"],
    [
      "a change of the protocol",
      end("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
      "ERR_HTTP_UPGRADE",
    ],
    ["a body that is shorter than it says", end(`${whole}12345`), "ECONNRESET"],
    ["a body that is reset", reset(`${whole}12345`), "ECONNRESET"],
    [
      "chunks that do not end",
      end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n12345\r\n"),
      "ECONNRESET",
    ],
    [
      "chunks that are none",
      end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzzz\r\n"),
      "HPE_INVALID_CHUNK_SIZE",
    ],
    [
      "compressed bytes that are none",
      end("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\nno gzip"),
      "Z_DATA_ERROR",
    ],
  ])("says what it is: %s", async (_, answer, code) => {
    await using server = await rawServer(answer);
    const asked = async () => readStart(await client().send(`http://127.0.0.1:${server.port}`), 100);
    await expect(asked()).rejects.toMatchObject({ code });
  });

  it("between the headers and the reading of the body is told to the reader", async () => {
    await using server = await rawServer(reset(`${whole}12345`));
    const response = await client().send(`http://127.0.0.1:${server.port}`);
    await wait(50);
    await expect(readStart(response, 100)).rejects.toMatchObject({ code: "ECONNRESET" });
  });

  it("is no redirect: the answer is handed out", async () => {
    await using elsewhere = await serveScript(() => reply("secret"));
    await using server = await serveScript(() =>
      reply("moved", { status: 307, headers: { location: elsewhere.url } }),
    );
    expect(await client().send(server.url)).toMatchObject({ status: 307, ok: false });
    expect(elsewhere.requests).toEqual([]);
  });
});

describe("an abort", () => {
  const reason = new Error("enough");

  it("before anything was sent sends nothing", async () => {
    await using server = await serveScript(() => reply("hello"));
    await expect(client().send(server.url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.acceptedSockets()).toBe(0);
  });

  it.each([
    ["before the answer", ""],
    ["inside the body", "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n12345"],
    ["inside a compressed body", "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n"],
  ])("%s closes the socket at once", async (_, answer) => {
    await using server = await rawServer(answer);
    const controller = new AbortController();
    const asked = async () => {
      const response = await client().send(`http://127.0.0.1:${server.port}`, { signal: controller.signal });
      await readStart(response, 100);
    };
    const failure = asked().catch((error: unknown) => error);
    await expect.poll(() => server.sockets.length).toBe(1);
    await wait(30);
    controller.abort(reason);
    expect(await failure).toBeInstanceOf(Error);
    await expect.poll(() => server.sockets[0]!.destroyed).toBe(true);
  });

  it("after the end leaves the connection to the next request", async () => {
    await using server = await serveScript(() => reply("hello"));
    const { send } = client();
    const controller = new AbortController();
    await readStart(await send(server.url, { signal: controller.signal }), 100);
    controller.abort(reason);
    await readStart(await send(server.url), 100);
    expect(server.acceptedSockets()).toBe(1);
  });
});

describe("a slow reader", () => {
  it("holds the server back, and gets everything", async () => {
    const total = 32 * 1024 * 1024;
    let isHeld = false;
    await using server = await rawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${total}\r\n\r\n`);
      const piece = Buffer.alloc(1024 * 1024, "x");
      let sent = 0;
      const pump = (): void => {
        while (sent < total) {
          sent += piece.length;
          if (socket.write(piece)) continue;
          isHeld = true;
          return void socket.once("drain", pump);
        }
      };
      pump();
    });
    const response = await client().send(`http://127.0.0.1:${server.port}`);
    await expect.poll(() => isHeld).toBe(true);
    await wait(100);
    const [socket] = server.sockets;
    expect(socket!.bytesWritten - socket!.writableLength).toBeLessThan(total / 2);
    let received = 0;
    for await (const bytes of response.body!) received += bytes.length;
    expect(received).toBe(total);
  });
});
