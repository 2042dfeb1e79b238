import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serveReplies, textReply, toolReply, type BenchServer } from "../anthropic-server.ts";
import { median, milliseconds, node, paired, timeProcess, type Row } from "../measure.ts";
import { benchHome, skein } from "../skein.ts";

const program = fileURLToPath(new URL("../mcp-server.ts", import.meta.url));
const servers = 5;
const turns = 100;

/**
 * From the start of the process to its first request, with five MCP servers in the config file, against none: at the
 * first start, when they have to be asked, and at the second. Then what a call of an MCP tool adds to a turn.
 */
export async function mcpServers(): Promise<readonly Row[]> {
  await using server = await serveReplies(() => textReply(["Done."]));
  const [plain, equipped] = [
    withServers(benchHome(server.url), 0),
    withServers(benchHome(server.url), servers),
  ];
  const state = join(equipped["HOME"] ?? "", ".local", "state");
  const forget = () => rmSync(state, { recursive: true, force: true });
  const without = () => untilRequest(server, plain);
  const first = await paired(9, () => (forget(), untilRequest(server, equipped)), without);
  const second = await paired(9, () => untilRequest(server, equipped), without);
  return [
    ratioRow("first request with five MCP servers, first start / none", first, 1.5),
    ratioRow("first request with five MCP servers, second start / none", second, 1.1),
    await callRow(),
  ];
}

function ratioRow(what: string, found: Awaited<ReturnType<typeof paired>>, aim: number): Row {
  const { skein: ours, floor, ratio } = found;
  return { what, skein: milliseconds(ours), floor: milliseconds(floor), value: ratio, aim };
}

/** Both have a config file: reading it is not what is measured. */
function withServers(
  env: Readonly<Record<string, string>>,
  length: number,
): Readonly<Record<string, string>> {
  const extensions = Object.fromEntries(
    Array.from({ length }, (_, at) => [`bench${at}`, { command: node, args: [program] }]),
  );
  const folder = join(env["HOME"] ?? "", ".config");
  mkdirSync(folder);
  mkdirSync(join(folder, "skein"));
  writeFileSync(join(folder, "skein", "config.yaml"), JSON.stringify({ extensions }));
  return env;
}

async function untilRequest(server: BenchServer, env: Readonly<Record<string, string>>): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  server.onRequest = () => resolve(performance.now());
  const startedAt = performance.now();
  const child = spawn(node, [skein, "run", "-t", "hello", "--no-session"], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: "ignore",
  });
  const arrivedAt = await promise;
  await once(child, "exit");
  return arrivedAt - startedAt;
}

/** A turn with a call of an MCP tool, against the same call made over a bare pipe. */
async function callRow(): Promise<Row> {
  await using server = await serveReplies((count) =>
    count < turns ? toolReply(`t${count}`, "bench_one", { text: `${count}` }) : textReply(["Done."]),
  );
  const arrivals: number[] = [];
  server.onRequest = () => void arrivals.push(performance.now());
  const env = withServers(benchHome(server.url), servers);
  const how = ["--mode", "auto", "--max-tool-repetitions", "1000", "-q", "--sandbox", "off"];
  // An empty folder: its checkpoints are measured elsewhere.
  const where = ["--cwd", mkdtempSync(join(env["HOME"] ?? "", "work-"))];
  await timeProcess(node, [skein, "run", "-t", "go", ...how, ...where], env);
  const turn = median(arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? at)));
  const floor = await bareTurn();
  return {
    what: "a turn with a call of an MCP tool / the same by hand",
    skein: milliseconds(turn),
    floor: milliseconds(floor),
    value: turn / floor,
    aim: 3,
  };
}

/** A request to the same kind of server, and a line to the same program and back. */
async function bareTurn(): Promise<number> {
  await using server = await serveReplies(() => toolReply("t", "bench_one", { text: "1" }));
  const child = spawn(node, [program], { stdio: ["pipe", "pipe", "inherit"] });
  const line = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "bench_one" } })}\n`;
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const startedAt = performance.now();
    const response = await fetch(server.url, { method: "POST", body: "{}" });
    await response.text();
    child.stdin.write(line);
    await once(child.stdout, "data");
    times.push(performance.now() - startedAt);
  }
  child.kill();
  return median(times);
}
