import { spawn } from "node:child_process";
import { once } from "node:events";
import { serveReplies, textReply } from "../anthropic-server.ts";
import { milliseconds, node, paired, timeProcess, type Row } from "../measure.ts";
import { benchHome, skein } from "../skein.ts";

/** From the start of the process to the moment its first request has come in whole. */
export async function firstRequest(): Promise<readonly Row[]> {
  await using server = await serveReplies(() => textReply(["Done."]));
  const env = { PATH: process.env["PATH"] ?? "", ...benchHome(server.url) };
  let bytes = 0;
  async function untilRequest(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    server.onRequest = (body) => {
      bytes = Buffer.byteLength(body);
      resolve(performance.now());
    };
    const startedAt = performance.now();
    const child = spawn(node, [skein, "run", "-t", "hello"], { env, stdio: "ignore" });
    const arrivedAt = await promise;
    await once(child, "exit");
    return arrivedAt - startedAt;
  }
  const figures = await paired(21, untilRequest, async () => (await timeProcess(node, ["-e", "0"])).ms);
  return [
    {
      what: "first request on Anthropic's wire / node -e 0",
      skein: milliseconds(figures.skein),
      floor: milliseconds(figures.floor),
      value: figures.ratio,
      aim: 3,
    },
    { what: "bytes of the first request", skein: `${bytes}`, floor: "", value: bytes, aim: 8_000 },
  ];
}
