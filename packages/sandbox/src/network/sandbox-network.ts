import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import type { Server } from "node:net";
import { SandboxError } from "../barrier/port.ts";

/** A network of its own, which has a loopback device alone, with listeners of this process in it. */
export interface SandboxNetwork {
  /** One for each port that was asked for. */
  readonly listeners: readonly Server[];
  /** The argv that starts a command in it. Root's rights there are none outside. */
  readonly enter: (argv: readonly string[]) => readonly string[];
  readonly close: () => void;
}

export interface NetworkPrograms {
  readonly bwrap: string;
  readonly nsenter: string;
}

/** A machine that is very busy needs longer than the 60 ms that this takes. */
const longestMs = 20_000;

/**
 * Runs in the new network for as long as it takes to listen there. A socket belongs to the network in which it was made: sent
 * here, it still accepts connections from there. So no process has to stay, and nothing has to pass bytes on.
 */
const listen = `
const net = require("node:net");
const [ports] = process.argv.slice(-1).map(JSON.parse);
Promise.all(ports.map((port) => new Promise((resolve, reject) => {
  const server = net.createServer();
  server.once("error", reject).listen(port, "127.0.0.1", () => resolve(server));
}))).then(
  (servers) => servers.forEach((server, index) => process.send({ index }, server)),
  (error) => process.send({ error: error.message }),
);
process.once("disconnect", () => process.exit());
`;

/** @param ports - of 127.0.0.1 in the new network; 0 is any that is free. */
export async function openNetwork(
  { bwrap, nsenter }: NetworkPrograms,
  ports: readonly number[],
): Promise<SandboxNetwork> {
  const namespaces = ["--unshare-user", "--unshare-net", "--die-with-parent", "--dev-bind", "/", "/"];
  // For ports below 1024, which only root may listen on; it is a right in the new namespaces alone.
  const rights = ["--cap-add", "CAP_NET_BIND_SERVICE"];
  const node = [process.execPath, "-e", listen, JSON.stringify(ports)];
  const child = spawn(bwrap, [...namespaces, ...rights, "--", ...node], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: { SKEIN_RUN_AS_NODE: "1" }, // the program may be a single executable that holds a Node
    cwd: "/",
    timeout: longestMs,
    killSignal: "SIGKILL",
  });
  try {
    const listeners = await listenersOf(child, ports.length);
    const [user, network] = namespacesOf(child);
    return {
      listeners,
      enter: (argv) => [
        nsenter,
        `--user=/proc/${process.pid}/fd/${user}`,
        `--net=/proc/${process.pid}/fd/${network}`,
        "--preserve-credentials",
        "--",
        ...argv,
      ],
      close() {
        for (const listener of listeners) listener.close();
        for (const descriptor of [user, network]) closeSync(descriptor);
      },
    };
  } finally {
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await gone;
  }
}

function listenersOf(child: ChildProcess, count: number): Promise<readonly Server[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Server[]>();
  const servers: Server[] = [];
  const fail = (why: string) =>
    reject(new SandboxError(`The network of the sandbox could not be opened: ${why}.`));
  child.on("message", (message: { index: number } | { error: string }, server) => {
    if ("error" in message) return fail(message.error);
    const listener = server as Server;
    // It ends with this process, and keeps it from ending no longer than connections do.
    listener.unref();
    servers[message.index] = listener;
    if (Object.keys(servers).length === count) resolve(servers);
  });
  child.once("error", (error) => fail(error.message));
  child.once("exit", (code, signal) => fail(`its helper ended with ${signal ?? code}`));
  return promise;
}

/** Descriptors keep namespaces alive when no process is in them, and cannot come to mean others, as process ids can. */
function namespacesOf({ pid = 0 }: ChildProcess): readonly [user: number, network: number] {
  const inside = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0] ?? "";
  const user = openSync(`/proc/${inside}/ns/user`, "r");
  try {
    return [user, openSync(`/proc/${inside}/ns/net`, "r")];
  } catch (error) {
    closeSync(user);
    throw error;
  }
}
