import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, readdirSync, statSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { temporaryFolder } from "./temporary-folder.ts";

const installed = "/usr/lib/postgresql";

/** The folder of the newest Postgres that Debian's packages have installed; `undefined` where it is not installed. */
export function postgresPrograms(): string | undefined {
  if (!existsSync(installed)) return undefined;
  const versions = readdirSync(installed).toSorted((one, other) => Number(other) - Number(one));
  return versions
    .map((version) => join(installed, version, "bin"))
    .find((bin) => existsSync(join(bin, "initdb")));
}

export interface PostgresServer extends AsyncDisposable {
  /** Through its Unix socket. */
  readonly url: string;
  /** On 127.0.0.1, where it listens too. */
  readonly port: number;
  /** Ends it as a power cut would, or by its own shutdown, and starts it again on the same files. */
  restart(how: "SIGKILL" | "SIGINT"): Promise<void>;
  stop(how: "SIGKILL" | "SIGINT"): Promise<void>;
  start(): Promise<void>;
}

/**
 * A server of its own in a temporary folder, as an ordinary user: Postgres refuses root.
 *
 * @param connections - that it takes at the same time.
 */
export async function startPostgres(connections = 60): Promise<PostgresServer> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error("Postgres is not installed.");
  const folder = await temporaryFolder();
  const data = join(folder.path, "data");
  const asUser = ordinaryUser(folder.path);
  const made = spawnSync(...asUser(join(programs, "initdb"), [...initOptions, "-D", data]), {
    encoding: "utf8",
  });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  let server: ChildProcess | undefined;

  /** Processes of one that was killed may hold its memory for a moment; it refuses to start then. */
  async function start(): Promise<void> {
    for (let tries = 0; ; tries++) {
      const refused = await tryStarting();
      if (refused === undefined) return;
      if (tries === mostTries) throw new Error(`Postgres did not start: ${refused}`);
      await setTimeout(200);
    }
  }

  /** @returns why it did not start. */
  async function tryStarting(): Promise<string | undefined> {
    const options = [
      "-D",
      data,
      "-k",
      folder.path,
      "-p",
      String(port),
      "-h",
      "127.0.0.1",
      "-N",
      `${connections}`,
    ];
    const log: string[] = [];
    server = spawn(...asUser(join(programs!, "postgres"), options), { stdio: ["ignore", "ignore", "pipe"] });
    server.stderr?.setEncoding("utf8").on("data", (text: string) => log.push(text));
    while (!log.join("").includes("ready to accept connections")) {
      if (server.exitCode !== null || server.signalCode !== null) return log.join("");
      await setTimeout(10);
    }
    return undefined;
  }

  async function stop(how: "SIGKILL" | "SIGINT"): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    server.kill(how);
    await ended;
  }

  await start();
  return {
    url: `postgres://skein@/postgres?host=${encodeURIComponent(folder.path)}&port=${port}`,
    port,
    start,
    stop,
    async restart(how) {
      await stop(how);
      await start();
    },
    async [Symbol.asyncDispose]() {
      await stop("SIGINT");
      await folder[Symbol.asyncDispose]();
    },
  };
}

const mostTries = 50;

const initOptions = ["-U", "skein", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];

/** The user without rights, on every Linux. */
const uid = 65_534;

/** How a program is started that refuses to be root, in a folder that is then its user's. */
function ordinaryUser(folder: string): (program: string, words: readonly string[]) => [string, string[]] {
  if (process.getuid?.() !== 0) return (program, words) => [program, [...words]];
  // Where other users may not even write to /dev/null, root under another name does.
  if ((statSync("/dev/null").mode & 0o006) !== 0o006) {
    const renamed = ["--user", `--map-user=${uid}`, `--map-group=${uid}`];
    return (program, words) => ["unshare", [...renamed, program, ...words]];
  }
  chownSync(folder, uid, uid);
  const drop = [`--reuid=${uid}`, `--regid=${uid}`, "--clear-groups"];
  return (program, words) => ["setpriv", [...drop, program, ...words]];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
