import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runStep } from "../../checks/run-step.ts";
import type { ShownServer } from "./servers.ts";

/** Installs the servers in their exact versions, unless they are there. @returns what went wrong. */
export async function installServers(
  folder: string,
  servers: readonly ShownServer[],
): Promise<string | undefined> {
  if (servers.every((server) => installedVersion(folder, server) === server.version)) return undefined;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  const wanted = servers.map((server) => `${server.package}@${server.version}`);
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--save-exact"];
  const command = ["npm", "install", "--prefix", folder, ...quiet, ...ownHeaders(), ...wanted];
  const { ok, output } = await runStep({ name: "install", commands: [command] }, false);
  return ok ? undefined : output;
}

/** For what is compiled here: the headers that this Node has with it, so that none are downloaded. */
function ownHeaders(): readonly string[] {
  const prefix = dirname(dirname(process.execPath));
  return existsSync(join(prefix, "include", "node", "node.h")) ? [`--nodedir=${prefix}`] : [];
}

export function programOf(folder: string, server: ShownServer): string {
  return join(packageOf(folder, server), server.program);
}

function installedVersion(folder: string, server: ShownServer): string | undefined {
  const file = join(packageOf(folder, server), "package.json");
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, "utf8")) as { readonly version?: string }).version;
}

function packageOf(folder: string, server: ShownServer): string {
  return join(folder, "node_modules", server.package);
}
