import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { milliseconds, node, paired, timeProcess, type Row } from "../measure.ts";
import { benchHome, skein } from "../skein.ts";

const key = "bench-key-0123456789";

const wires = [
  { name: "Anthropic", provider: "anthropic", aim: 3, env: (url: string) => ({ ANTHROPIC_BASE_URL: url }) },
  {
    name: "OpenAI Responses",
    provider: "openai",
    aim: 4,
    env: (url: string) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: url, SKEIN_OPENAI_API: "responses" }),
  },
  {
    name: "OpenAI Chat",
    provider: "openai",
    aim: 4,
    env: (url: string) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: url, SKEIN_OPENAI_API: "chat" }),
  },
  {
    name: "Google",
    provider: "google",
    aim: 4,
    env: (url: string) => ({ GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url }),
  },
] as const;

/** From the start of the process to the moment its first request has come in whole. Refused then, so that it ends. */
export async function firstRequest(): Promise<readonly Row[]> {
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
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const rows: Row[] = [];
  let firstBytes = 0;
  for (const { name, provider, aim, env } of wires) {
    const environment = { PATH: process.env["PATH"] ?? "", ...benchHome(url), ...env(url) };
    const figures = await paired(
      15,
      async () => {
        const { promise, resolve } = Promise.withResolvers<number>();
        onRequest = (bytes) => {
          firstBytes ||= bytes;
          resolve(performance.now());
        };
        const startedAt = performance.now();
        const args = [skein, "run", "-t", "hello", "--provider", provider];
        const child = spawn(node, args, { env: environment, stdio: "ignore" });
        const arrivedAt = await promise;
        await once(child, "exit");
        return arrivedAt - startedAt;
      },
      async () => (await timeProcess(node, ["-e", "0"])).ms,
    );
    rows.push({
      what: `first request, ${name} / node -e 0`,
      skein: milliseconds(figures.skein),
      floor: milliseconds(figures.floor),
      value: figures.ratio,
      aim,
    });
  }
  server.closeAllConnections();
  server.close();
  const size = {
    what: "bytes of the first request",
    skein: `${firstBytes}`,
    floor: "",
    value: firstBytes,
    aim: 8_000,
  };
  return [...rows, size];
}
