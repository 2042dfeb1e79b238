import { once } from "node:events";
import { createServer as createHttp, request } from "node:http";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { hostPattern, type RefusedConnection } from "@skein/platform/hosts";
import { expect, it, onTestFinished } from "vitest";
import { serveProxy } from "../src/network/filtering-proxy.ts";

async function listening(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A server whose answers do not end, and a proxy that may reach it. */
async function proxied() {
  const sockets: Socket[] = [];
  const server = createHttp((_request, response) => void response.write("begun"));
  server.on("connection", (socket) => sockets.push(socket));
  const port = await listening(server);
  const listener = createServer();
  const proxyPort = await listening(listener);
  const refused: RefusedConnection[] = [];
  const pattern = hostPattern(`localhost:${port}`);
  serveProxy(listener, pattern ? [pattern] : [], (refusal) => refused.push(refusal));
  return { port, proxyPort, sockets, refused };
}

it("a request that the command gives up is given up outside", async () => {
  const { port, proxyPort, sockets } = await proxied();
  const asking = request({ host: "127.0.0.1", port: proxyPort, path: `http://localhost:${port}/` }).end();
  const [response] = (await once(asking, "response")) as [NodeJS.ReadableStream];
  await once(response, "data");
  expect(sockets.map((socket) => socket.destroyed)).toEqual([false]);
  asking.on("error", () => {});
  asking.destroy();
  await expect.poll(() => sockets.map((socket) => socket.destroyed)).toEqual([true]);
});

it("a tunnel ends outside when the command ends it", async () => {
  const { port, proxyPort, sockets } = await proxied();
  const socket = connect(proxyPort, "127.0.0.1");
  socket.write(`CONNECT localhost:${port} HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(String((await once(socket, "data"))[0])).toContain("200 Connection Established");
  expect(sockets.map((one) => one.destroyed)).toEqual([false]);
  socket.destroy();
  await expect.poll(() => sockets.map((one) => one.destroyed)).toEqual([true]);
});

it("what is refused is told, and what is no request ends the connection", async () => {
  const { proxyPort, refused } = await proxied();
  const asking = request({ host: "127.0.0.1", port: proxyPort, path: "http://evil.test/" }).end();
  const [response] = (await once(asking, "response")) as [{ statusCode: number; resume(): void }];
  response.resume();
  expect(response.statusCode).toBe(403);
  expect(refused.map(({ host }) => host)).toEqual(["evil.test"]);
  const socket = connect(proxyPort, "127.0.0.1");
  socket.on("error", () => {});
  socket.write("nonsense\r\n\r\n");
  await once(socket, "close");
});
