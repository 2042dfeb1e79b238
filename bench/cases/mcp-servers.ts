import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serveReplies, textReply, toolReply, type BenchServer } from "../anthropic-server.ts";
import { median, milliseconds, node, paired, timeProcess, type Row } from "../measure.ts";
import { benchHome, skein } from "../skein.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const program = fileURLToPath(new URL("../mcp-server.mjs", import.meta.url));
const bareTurns = fileURLToPath(new URL("../bare-turns.ts", import.meta.url));
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
  const lists = join(equipped["HOME"] ?? "", ".local", "state", "skein", "tool-lists");
  const forget = () => rmSync(lists, { recursive: true });
  const without = () => untilRequest(server, plain);
  await untilRequest(server, equipped); // so that there are lists to forget
  const first = await paired(9, () => (forget(), untilRequest(server, equipped)), without);
  const second = await paired(9, () => untilRequest(server, equipped), without);
  return [
    ratioRow("first request with five MCP servers, first start / none", first, 1.5),
    ratioRow("first request with five MCP servers, second start / none", second, 1.1),
    ...(await callRows()),
  ];
}

function ratioRow(what: string, found: Awaited<ReturnType<typeof paired>>, aim?: number): Row {
  const { skein: ours, floor, ratio } = found;
  const row = { what, skein: milliseconds(ours), floor: milliseconds(floor), value: ratio };
  return aim === undefined ? row : { ...row, aim };
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

/** A turn with a call of an MCP tool, without and with a session, against a program that does nothing but this. */
async function callRows(): Promise<readonly Row[]> {
  await using server = await serveReplies((count) =>
    count % (turns + 1) < turns
      ? toolReply(`t${count}`, "bench0__bench_one", { text: `${count}` })
      : textReply(["Done."]),
  );
  const env = withServers(benchHome(server.url), 1);
  // An empty folder: its checkpoints are measured elsewhere.
  const how = `run -t go --mode auto --max-tool-repetitions 1000 -q --sandbox off --cwd ${temporaryFolder()}`;
  const turn = async (args: readonly string[]): Promise<number> => {
    const arrivals: number[] = [];
    server.onRequest = () => void arrivals.push(performance.now());
    await timeProcess(node, args, env);
    if (arrivals.length !== turns + 1)
      throw new Error(`${arrivals.length} requests instead of ${turns + 1}.`);
    return median(arrivals.slice(10).map((at, index) => at - (arrivals[index + 9] ?? at)));
  };
  const ours = [skein, ...how.split(" ")];
  const bare = () => turn([bareTurns, server.url, program]);
  const without = await paired(3, () => turn([...ours, "--no-session"]), bare);
  const withSession = await paired(3, () => turn(ours), bare);
  return [
    ratioRow("a turn with a call of an MCP tool, no session / a bare Node", without, 3),
    ratioRow("a turn with a call of an MCP tool, with a session / a bare Node", withSession),
  ];
}
