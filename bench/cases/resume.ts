import { spawn } from "node:child_process";
import { once } from "node:events";
import { serveReplies, shellReply, textReply } from "../anthropic-server.ts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { median, milliseconds, node, timeProcess, type Row } from "../measure.ts";
import { benchHome, skein } from "../skein.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** The least that resuming can be: a bare Node that reads the messages and sends them as they are. */
const bareResume = `
  const { readFileSync } = process.getBuiltinModule("node:fs");
  const body = readFileSync(process.argv[1]);
  const request = process.getBuiltinModule("node:http").request(process.argv[2], { method: "POST" }, (reply) => {
    reply.resume();
  });
  request.end(body);`;

/** Each turn is two messages: the call and its result. */
const turns = 999;
const rounds = 9;

/** The first request of a session of 2,000 messages that is resumed, by that of a new one; and that nothing is lost. */
export async function resume(): Promise<readonly Row[]> {
  let isWorking = true;
  await using server = await serveReplies((count) =>
    isWorking && count < turns ? shellReply(`t${count}`, `echo ${count}`) : textReply(["Done."]),
  );
  const env = { PATH: process.env["PATH"] ?? "", ...benchHome(server.url) };
  let last = "";
  server.onRequest = (body) => (last = body);
  const flags = ["--mode", "auto", "-q", "--max-turns", "2000"];
  await timeProcess(node, [skein, "run", "-t", "go", "--session-id", "long", ...flags], env);
  isWorking = false;
  const before = messagesIn(last);

  const file = join(temporaryFolder(), "body.json");
  writeFileSync(file, last);

  async function untilRequest(argv: readonly string[]): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    server.onRequest = (body) => {
      last = body;
      resolve(performance.now());
    };
    const startedAt = performance.now();
    const child = spawn(node, argv, { env, stdio: "ignore" });
    const arrivedAt = await promise;
    await once(child, "exit");
    return arrivedAt - startedAt;
  }

  const run = [skein, "run", "-t", "on", ...flags];
  const [resumed, fresh, bare]: [number[], number[], number[]] = [[], [], []];
  let isSame = true;
  for (let round = 0; round < rounds; round++) {
    resumed.push(await untilRequest([...run, "-r", "--session-id", "long"]));
    const now = messagesIn(last);
    isSame &&= JSON.stringify(now.slice(0, before.length)) === JSON.stringify(before);
    fresh.push(await untilRequest(run));
    bare.push(await untilRequest(["-e", bareResume, file, server.url]));
  }
  const what = `resuming ${before.length} messages (${isSame ? "the same ones are sent" : "NOT the same are sent"})`;
  const beside = (floor: string, times: readonly number[]): Row => ({
    what: `${what} / ${floor}`,
    skein: milliseconds(median(resumed)),
    floor: milliseconds(median(times)),
    value: median(resumed) / median(times),
  });
  return [beside("a new session", fresh), { ...beside("a bare Node that sends them", bare), aim: 3.2 }];
}

/** Without the cache breakpoints that move from request to request. */
function messagesIn(body: string): readonly unknown[] {
  const { messages } = JSON.parse(body) as {
    messages: { role: string; content: Record<string, unknown>[] }[];
  };
  return messages.map(({ role, content }) => ({
    role,
    content: content.map((block) => ({ ...block, cache_control: undefined })),
  }));
}
