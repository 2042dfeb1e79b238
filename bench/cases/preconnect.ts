import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { connect, createServer as createTcpServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { join } from "node:path";
import { milliseconds, node, paired, type Row } from "../measure.ts";
import { benchHome, skein } from "../skein.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** Of a whole round trip. */
const latencyMs = 80;

/** Refuses the connection that is opened ahead, so that the first request opens its own; or only loads the same modules. */
const preloads = {
  without: `
    const { Socket } = process.getBuiltinModule("node:net");
    const { Agent } = process.getBuiltinModule("node:https");
    const open = Agent.prototype.createConnection;
    let isFirst = true;
    Agent.prototype.createConnection = function (...args) {
      if (!isFirst) return open.apply(this, args);
      isFirst = false;
      return new Socket().destroy();
    };`,
  with: `process.getBuiltinModule("node:net"); process.getBuiltinModule("node:https");`,
};

/** To the first request at an https address that is 80 ms away, with the connection opened ahead and without. */
export async function preconnect(): Promise<readonly Row[]> {
  const folder = temporaryFolder();
  const files = ["-keyout", "key.pem", "-out", "cert.pem", "-days", "2", "-subj", "/CN=localhost"];
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const san = ["-addext", "subjectAltName=DNS:localhost"];
  execFileSync("openssl", ["req", "-x509", ...newKey, ...files, ...san], { cwd: folder, stdio: "ignore" });
  const [cert, key] = ["cert.pem", "key.pem"].map((name) => readFileSync(join(folder, name)));

  let onRequest: () => void = () => undefined;
  const server = createServer({ cert, key }, (request, response) => {
    request.resume().on("end", () => {
      onRequest();
      response.writeHead(401, { "content-type": "application/json" }).end('{"error":{"message":"no"}}');
    });
  });
  const far = createTcpServer((socket) => delayed(socket, connect(portOf(server), "127.0.0.1")));
  for (const one of [server, far]) await once(one.listen(0, "127.0.0.1"), "listening");

  const home = benchHome(`https://localhost:${portOf(far)}`);
  const env = { PATH: process.env["PATH"] ?? "", ...home, NODE_EXTRA_CA_CERTS: join(folder, "cert.pem") };
  const timed = async (preload: string): Promise<number> => {
    const { promise, resolve } = Promise.withResolvers<number>();
    onRequest = () => resolve(performance.now());
    const startedAt = performance.now();
    const code = `data:text/javascript,${encodeURIComponent(preload)}`;
    const args = ["--import", code, skein, "run", "-t", "hello", "--provider", "anthropic"];
    const child = spawn(node, args, { env, stdio: "ignore" });
    const arrivedAt = await promise;
    await once(child, "exit");
    return arrivedAt - startedAt;
  };
  const figures = await paired(
    15,
    () => timed(preloads.with),
    () => timed(preloads.without),
  );
  for (const one of [server, far]) one.close();
  server.closeAllConnections();
  return [
    {
      what: `first request, TLS ${latencyMs} ms away, connection opened ahead / by the request`,
      skein: milliseconds(figures.skein),
      floor: milliseconds(figures.floor),
      value: figures.ratio,
      aim: 0.9,
    },
  ];
}

const portOf = (server: Pick<Server, "address">): number => (server.address() as AddressInfo).port;

/** Each byte takes half a round trip, either way; so does connecting, which is paid for by the first bytes. */
function delayed(near: Socket, far: Socket): void {
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.on("data", (bytes) => void setTimeout(() => to.write(bytes), latencyMs / 2));
    from.on("close", () => void setTimeout(() => to.destroy(), latencyMs / 2));
    from.on("error", () => undefined);
  }
}
