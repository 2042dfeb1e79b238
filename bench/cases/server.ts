import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, type Client } from "../../packages/client/src/index.ts";
import { serveReplies, textReply } from "../anthropic-server.ts";
import { median, milliseconds, node, paired, type Row } from "../measure.ts";
import { benchHome, skein } from "../skein.ts";

const sessions = 50;
const pieces = Array.from({ length: 200 }, (_, at) => `piece ${at} of a reply. `);
const rounds = 5;
const settledMs = 2_000;

/** Fifty sessions in one server, each followed by a client of its own; and how soon the browser has its app. */
export async function server(): Promise<readonly Row[]> {
  return [...(await fiftySessions()), await firstPage()];
}

async function fiftySessions(): Promise<readonly Row[]> {
  await using model = await serveReplies(() => textReply(pieces));
  const env = benchHome(model.url);
  const served = await started(["serve"], env);
  const record = readFileSync(join(env["HOME"] ?? "", ".local/state/skein/run/server.json"), "utf8");
  const { url, token } = JSON.parse(record) as { readonly url: string; readonly token: string };
  const client = createClient({ url, token });
  await streamed(client, env["HOME"] ?? "", 1);
  const before = await settledMemory(served.child);
  const ours: number[] = [];
  const floors: number[] = [];
  for (let round = 0; round < 3; round++) {
    ours.push(await streamed(client, env["HOME"] ?? "", sessions));
    floors.push(await streamedBare(model.url));
  }
  const grown = (await settledMemory(served.child)) - before;
  await ended(served.child);
  const [all, bare] = [median(ours), median(floors)];
  const each = grown / (3 * sessions);
  return [
    {
      what: `${sessions} sessions streaming ${pieces.length} pieces at once, to their clients / the model's streams read bare`,
      skein: milliseconds(all),
      floor: milliseconds(bare),
      value: all / bare,
    },
    {
      what: "memory of an idle session in a server, after a run (MB)",
      skein: `${each.toFixed(2)} MB`,
      floor: "",
      value: each,
    },
  ];
}

/** Opens sessions, sends each a message, and reads all events. @returns milliseconds from the first message on. */
async function streamed(client: Client, cwd: string, count: number): Promise<number> {
  const wish = { cwd, provider: "anthropic", model: "claude-sonnet-4-5", mode: "auto" } as const;
  const ids: string[] = [];
  for (let at = 0; at < count; at++) ids.push((await client.createSession(wish)).session);
  const start = performance.now();
  await Promise.all(
    ids.map(async (session) => {
      for await (const event of client.events(session)) {
        if (event.type === "hello") await client.sendMessage({ session, input: "go" });
        else if (event.news.type === "outcome") break;
      }
    }),
  );
  return performance.now() - start;
}

async function streamedBare(url: string): Promise<number> {
  const start = performance.now();
  const body = JSON.stringify({ model: "m", tools: [{ name: "t" }] });
  await Promise.all(
    Array.from({ length: sessions }, async () =>
      (await fetch(`${url}/v1/messages`, { method: "POST", body })).text(),
    ),
  );
  return performance.now() - start;
}

/** From the start of the command until a browser would have the page with its scripts and styles. */
async function firstPage(): Promise<Row> {
  const env = benchHome("http://127.0.0.1:9");
  const files = readFileSync(join(skein, "../../dist/web/index.html"), "utf8");
  const bare = `const { createServer } = process.getBuiltinModule("node:http");
    const { readFileSync } = process.getBuiltinModule("node:fs");
    const root = ${JSON.stringify(join(skein, "../../dist/web"))};
    const server = createServer(({ url }, response) => response.end(readFileSync(root + (url === "/" ? "/index.html" : url))));
    server.listen(0, "127.0.0.1", () => console.log("http://127.0.0.1:" + server.address().port + "/"));`;
  const timed = async (args: readonly string[]): Promise<number> => {
    const start = performance.now();
    const { child, line } = await started(args, env, args[0] === "-e" ? [] : [skein]);
    const cookie = (await fetch(line, { redirect: "manual" })).headers.get("set-cookie") ?? "";
    const names = [...files.matchAll(/(?:src|href)="(\.?\/?assets\/[^"]+)"/g)].map(([, name = ""]) => name);
    const root = new URL("./", line);
    await Promise.all(
      ["", ...names].map(async (name) =>
        (await fetch(new URL(name, root), { headers: { cookie } })).arrayBuffer(),
      ),
    );
    const ms = performance.now() - start;
    await ended(child);
    return ms;
  };
  const web = await paired(
    rounds,
    () => timed(["web", "--no-open"]),
    () => timed(["-e", bare]),
  );
  return {
    what: "skein web, to its page with scripts and styles / a bare Node that serves the same files",
    skein: milliseconds(web.skein),
    floor: milliseconds(web.floor),
    value: web.ratio,
  };
}

/** Starts a command that serves; resolves with the first line that it prints. */
async function started(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  before: readonly string[] = [skein],
): Promise<{ readonly child: ChildProcess; readonly line: string }> {
  const path = process.env["PATH"] ?? "";
  const child = spawn(node, [...before, ...args], {
    env: { PATH: path, SKEIN_NO_KEYRING: "1", ...env },
    cwd: env["HOME"],
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [chunk] = (await once(child.stdout, "data")) as [Buffer];
  return { child, line: chunk.toString().trim() };
}

async function ended(child: ChildProcess): Promise<void> {
  const closed = once(child, "close");
  child.kill("SIGTERM");
  await closed;
}

/** Megabytes that belong to it. */
async function settledMemory({ pid }: ChildProcess): Promise<number> {
  await sleep(settledMs);
  const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}
