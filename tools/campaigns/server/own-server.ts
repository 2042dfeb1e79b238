import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readServerRecord } from "../../../packages/server-http/src/access/index.ts";
import type { Target } from "./target.ts";

export interface OwnServer extends AsyncDisposable {
  readonly target: Target;
  /** A link that logs a browser in. */
  readonly link: () => Promise<string>;
}

/** `skein serve` in a folder of its own, with one open session. */
export async function ownServer(): Promise<OwnServer> {
  const home = mkdtempSync(join(tmpdir(), "skein-attack-"));
  const entry = join(import.meta.dirname, "../../../apps/cli/src/main.ts");
  const env = {
    PATH: process.env["PATH"],
    SKEIN_HOME: home,
    SKEIN_NO_KEYRING: "1",
    SKEIN_PROVIDER: "replay",
  };
  const child = spawn(process.execPath, [entry, "serve"], {
    cwd: home,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  const record = await readServerRecord(join(home, "state", "run", "server.json"));
  if (!record) {
    rmSync(home, { recursive: true });
    throw new Error("The server did not start.");
  }
  const { url, token } = record;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return (await answer.json()) as Readonly<Record<string, string>>;
  };
  const body = { cwd: home, provider: "replay", model: "none" };
  const { session = "" } = await post("/sessions", body);
  return {
    target: {
      url: new URL(url),
      token,
      read: "/api/sessions",
      write: "/api/sessions",
      body: JSON.stringify(body),
      events: `/api/sessions/${session}/events`,
    },
    link: async () => (await post("/browser-links", { role: "admin" }))["url"] ?? "",
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) {
        const closed = once(child, "close");
        child.kill("SIGTERM");
        await closed;
      }
      rmSync(home, { recursive: true });
    },
  };
}
