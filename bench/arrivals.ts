import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";

/** A program of Node that does the same wire work and nothing else; its argument is the address. */
export const bareRequest = fileURLToPath(new URL("bare-request.mjs", import.meta.url));

export interface Arrivals extends AsyncDisposable {
  readonly url: string;
  /** Milliseconds from the start of the program to its first request that has come in whole, and the bytes of that. */
  of(
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ): Promise<{ readonly ms: number; readonly bytes: number }>;
}

/** Refuses each request, so that the program ends. */
export async function openArrivals(): Promise<Arrivals> {
  let onRequest: (bytes: number) => void = () => undefined;
  const server = createServer((request, response) => {
    let bytes = 0;
    request.on("data", (chunk: Buffer) => (bytes += chunk.length));
    request.on("end", () => {
      onRequest(bytes);
      response.writeHead(401, { "content-type": "application/json" }).end('{"error":{"message":"no"}}');
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async of(command, args, env) {
      const { promise, resolve, reject } = Promise.withResolvers<{ at: number; bytes: number }>();
      onRequest = (bytes) => resolve({ at: performance.now(), bytes });
      const startedAt = performance.now();
      const child = spawn(command, args, {
        env: { PATH: process.env["PATH"] ?? "", ...env },
        stdio: "ignore",
      });
      const ended = once(child, "exit");
      ended.then(() => reject(new Error(`${command} ${args.join(" ")} made no request.`)), reject);
      const { at, bytes } = await promise;
      await ended;
      return { ms: at - startedAt, bytes };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
