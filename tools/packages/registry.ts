import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runStep } from "../checks/run-step.ts";

/** Pinned exactly: an npm under an older Node silently picks an older one. */
const verdaccio = "verdaccio@6.10.4";
/** It asks for node-fetch by a tag, which mirrors of the registry do not all have. */
const overrides = { "node-fetch": "2.7.0" };
const installed = resolve(".tools", "registry");

export interface Registry extends AsyncDisposable {
  readonly url: string;
  /** An npm configuration for this registry alone: nothing of the user's own, an empty cache. */
  readonly npmrc: string;
}

/** Fetches the registry's program once, by npm as this machine has it set up. @returns what went wrong. */
export async function fetchRegistry(): Promise<string | undefined> {
  if (existsSync(join(installed, "node_modules", "verdaccio", "package.json"))) return undefined;
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, "package.json"), JSON.stringify({ private: true, overrides }));
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts", "--workspaces=false"];
  const command = ["npm", "install", "--prefix", installed, "--save-exact", ...quiet, verdaccio];
  const { ok, output } = await runStep({ name: "fetch", commands: [command] }, false);
  return ok ? undefined : output;
}

/**
 * A registry on a free port of this machine, with its storage in the folder. Our packages come from it alone; those of
 * others come through it from where npm of this machine gets them. It ends with the object.
 */
export async function startRegistry(folder: string): Promise<Registry> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const config = join(folder, "config.yaml");
  writeFileSync(config, configText(folder, await upstream()));
  const npmrc = join(folder, "npmrc");
  const settings = [
    `registry=${url}`,
    `//127.0.0.1:${port}/:_authToken=rehearsal`,
    `cache=${join(folder, "cache")}`,
  ];
  writeFileSync(npmrc, `${settings.join("\n")}\n`);
  const program = join(installed, "node_modules", "verdaccio", "bin", "verdaccio");
  const args = [program, "--config", config, "--listen", `127.0.0.1:${port}`];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  process.once("exit", () => child.kill("SIGKILL"));
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  try {
    await untilReady(url, child);
  } catch (error) {
    await end(child);
    throw new Error(`The registry did not start: ${said}`, { cause: error });
  }
  return { url, npmrc, [Symbol.asyncDispose]: () => end(child) };
}

/** JSON is YAML. */
function configText(folder: string, registry: string): string {
  const own = { access: "$all", publish: "$all", unpublish: "$all" };
  return JSON.stringify({
    storage: join(folder, "storage"),
    auth: { htpasswd: { file: join(folder, "htpasswd"), max_users: -1 } },
    uplinks: { machine: { url: registry, maxage: "60m" } },
    packages: { "@skein/*": own, "**": { access: "$all", proxy: "machine" } },
    max_body_size: "100mb",
    log: { type: "stdout", format: "json", level: "fatal" },
  });
}

async function upstream(): Promise<string> {
  const { output } = await runStep(
    { name: "npm", commands: [["npm", "config", "get", "registry", "--loglevel=silent"]] },
    false,
  );
  return output.trim().split("\n").at(-1) ?? "";
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    const answer = await fetch(`${url}-/ping`).catch(() => undefined);
    if (answer?.ok === true) return;
    await sleep(100);
  }
  throw new Error("it did not answer within 30 s");
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolved) => child.once("close", resolved));
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), 5000);
  await ended;
  clearTimeout(late);
}
