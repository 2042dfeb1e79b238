import childProcess, { ChildProcess } from "node:child_process";
import { Socket as DatagramSocket } from "node:dgram";
import { syncBuiltinESMExports } from "node:module";
import { connect, Server, Socket } from "node:net";
import { messageOf } from "../../../packages/protocol/src/index.ts";

/** From here on nothing in this process opens a socket or starts a program. */
export function closeWorld(): void {
  const refuse = (what: string) => (): never => {
    throw new Error(`Refused: ${what}.`);
  };
  const noSocket = refuse("this process opens no sockets");
  const noProgram = refuse("this process starts no programs");
  for (const owner of [Socket, Server, DatagramSocket]) {
    const names = ["connect", "listen", "bind", "send"].filter((name) => name in owner.prototype);
    for (const name of names) Object.defineProperty(owner.prototype, name, { value: noSocket });
  }
  Object.defineProperty(ChildProcess.prototype, "spawn", { value: noProgram });
  for (const name of ["spawnSync", "execSync", "execFileSync"] as const)
    Object.defineProperty(childProcess, name, { value: noProgram });
  syncBuiltinESMExports();
}

/** What comes of trying to reach a server; nothing that is refused has a status. */
export async function tryToReach(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const byFetch = fetch(url).then(
    ({ status }) => `answered ${status}`,
    (error: Error) => `refused (${messageOf(error.cause ?? error)})`,
  );
  const bySocket = new Promise<string>((resolve) => {
    try {
      const socket = connect(Number(port), hostname, () => {
        socket.destroy();
        resolve("connected");
      });
      socket.on("error", (error) => resolve(`refused (${messageOf(error)})`));
    } catch (error) {
      resolve(`refused (${messageOf(error)})`);
    }
  });
  return `fetch ${await byFetch}, socket ${await bySocket}`;
}
