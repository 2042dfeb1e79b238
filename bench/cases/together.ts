import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { callsReply, serveReplies, shellReply, textReply } from "../anthropic-server.ts";
import { median, milliseconds, node, timeProcess, type Row } from "../measure.ts";
import { benchHome, skein } from "../skein.ts";

const commands = 10;
const agents = 8;
const rounds = 7;
const flags = "run -t go --mode auto -q --sandbox off".split(" ");

/** Ten commands in one reply; eight agents at once. In an empty folder, so that no checkpoint takes long. */
export async function together(): Promise<readonly Row[]> {
  return [await tenCommands(), await eightAgents()];
}

async function tenCommands(): Promise<Row> {
  const sleeps = Array.from({ length: commands }, (_, at) => `sleep 0.5 # ${at}`);
  const calls = sleeps.map((command, at) => ({ id: `t${at}`, name: "shell", input: { command } }));
  await using server = await serveReplies((count) =>
    count % 2 === 0 ? callsReply(calls) : textReply(["Done."]),
  );
  const arrivals: number[] = [];
  server.onRequest = () => void arrivals.push(performance.now());
  const env = benchHome(server.url);
  const [ours, bare]: [number[], number[]] = [[], []];
  const bareSleeps = `for (const command of ${JSON.stringify(sleeps)})
    process.getBuiltinModule("node:child_process").spawn("/bin/sh", ["-c", command], { stdio: "ignore" });`;
  const start = (await timeProcess(node, ["-e", "0"])).ms;
  for (let round = 0; round < rounds; round++) {
    await timeProcess(node, [skein, ...flags], env, env["HOME"]);
    const [asked = 0, told = 0] = arrivals.splice(0);
    ours.push(told - asked);
    bare.push((await timeProcess(node, ["-e", bareSleeps])).ms - start);
  }
  return {
    what: `${commands} commands of 0.5 s at once, to the next request / a bare Node that starts them`,
    skein: milliseconds(median(ours)),
    floor: milliseconds(median(bare)),
    value: median(ours) / median(bare),
    aim: 1.04,
  };
}

/** Memory that belongs to them, each shared page counted once, while each runs a command. */
async function eightAgents(): Promise<Row> {
  await using server = await serveReplies((count) => shellReply(`t${count}`, "sleep 30"));
  const bare = `process.getBuiltinModule("node:http").request("${server.url}", { method: "POST" }).end("x");
    process.getBuiltinModule("node:child_process").spawn("/bin/sh", ["-c", "sleep 30"], { stdio: "ignore" });`;
  const ours = await memoryOf(agents, [skein, ...flags], benchHome(server.url));
  const floor = await memoryOf(agents, ["-e", bare], {});
  return {
    what: `memory of ${agents} agents at once, each with a command / bare Nodes`,
    skein: `${Math.round(ours)} MB`,
    floor: `${Math.round(floor)} MB`,
    value: ours / floor,
    aim: 2.2,
  };
}

const settledMs = 6_000;

async function memoryOf(
  count: number,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const path = process.env["PATH"] ?? "";
  const children = Array.from({ length: count }, () =>
    spawn(node, args, { env: { PATH: path, ...env }, cwd: env["HOME"], stdio: "ignore" }),
  );
  await sleep(settledMs);
  const shares = children.map(({ pid }) => {
    const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1];
    return Number(kilobytes) / 1024;
  });
  await Promise.all(
    children.map((child) => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      return ended;
    }),
  );
  return shares.reduce((sum, share) => sum + share, 0);
}
