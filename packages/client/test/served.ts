import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openHost } from "@skein/host";
import { scriptedModel, singleModelProvider, type ScriptedAnswer } from "@skein/provider-replay";
import { serveHost } from "@skein/server-http";
import { directories } from "@skein/settings";
import { createClient, type Client, type ClientOptions } from "../src/index.ts";

export interface Served extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  /** A folder to work in. */
  readonly project: string;
  readonly client: Client;
}

/** A server with a scripted model, and a client of it. */
export async function serveScripted(
  turns: readonly ScriptedAnswer[],
  { delayMs, ...client }: { readonly delayMs?: number } & ClientOptions = {},
): Promise<Served> {
  const project = await mkdtemp(join(tmpdir(), "skein-client-"));
  const env = { SKEIN_HOME: join(project, "home"), SKEIN_NO_KEYRING: "1", SKEIN_PROVIDER: "scripted" };
  const machine = { env, directories: directories({ env }) };
  const model = scriptedModel(turns, { id: "m", ...(delayMs === undefined ? {} : { delayMs }) });
  const load = async () => singleModelProvider(() => model);
  const scripted = { load, description: "", keyVariables: [], defaultModel: "m" };
  const host = await openHost({ ...machine, providers: { scripted } });
  const app = { name: "test", version: "1.0.0" };
  const server = await serveHost({ host, machine, app, listen: { from: "user" } });
  const { url, token } = server;
  return {
    url,
    token,
    project,
    client: createClient({ url, token, firstWaitMs: 5, ...client }),
    async [Symbol.asyncDispose]() {
      await server.close();
      await host.close();
      await rm(project, { recursive: true });
    },
  };
}
