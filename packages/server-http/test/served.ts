import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openHost, type Host } from "@skein/host";
import type { AssistantPart } from "@skein/protocol";
import { scriptedModel, type ScriptedAnswer } from "@skein/provider-replay";
import type { GuardedServer, Role } from "../src/access/index.ts";
import { directories } from "@skein/settings";
import { serveHost, type HttpServerParts } from "../src/index.ts";

export const text = (said: string): AssistantPart => ({ type: "text", text: said });
export const call = (name: string, input: object): AssistantPart => ({
  type: "tool-call",
  id: `call-${name}`,
  name,
  input: input as never,
});

export interface Served extends AsyncDisposable {
  readonly server: GuardedServer;
  readonly host: Host;
  /** A folder to work in. */
  readonly project: string;
  /** With settings and sessions. */
  readonly home: string;
  /** JSON of an operation, and its status. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Asked>;
  /** Headers with a token of a role. */
  as(role: Role): Record<string, string>;
  /** Opens a session in the project. */
  session(): Promise<string>;
}

interface Asked {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into it
  readonly body: any;
  readonly headers: Headers;
}

/** A host with a scripted model, served on a free port of 127.0.0.1. */
export async function serveScripted(
  turns: readonly ScriptedAnswer[],
  {
    delayMs,
    ...more
  }: { readonly delayMs?: number } & Partial<Pick<HttpServerParts, "limits" | "assets" | "listen">> = {},
): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), "skein-http-"));
  const project = join(folder, "project");
  await mkdir(project);
  const env = { SKEIN_HOME: join(folder, "home"), SKEIN_NO_KEYRING: "1", SKEIN_PROVIDER: "scripted" };
  const machine = { env, directories: directories({ env }) };
  const model = scriptedModel(turns, { id: "m", ...(delayMs === undefined ? {} : { delayMs }) });
  const scripted = {
    load: async () => ({
      id: "scripted",
      model: () => model,
      models: async () => [{ id: "m", limits: {} }],
      prepare: async () => undefined,
      check: async () => undefined,
    }),
    description: "",
    keyVariables: [],
    defaultModel: "m",
  };
  const host = await openHost({ ...machine, providers: { scripted } });
  const server = await serveHost({
    host,
    machine,
    listen: { from: "user" },
    app: { name: "test", version: "1.0.0" },
    ...more,
  });
  const tokens = new Map<Role, string>();
  const as = (role: Role) => {
    const token = tokens.get(role) ?? server.addToken(role).secret;
    tokens.set(role, token);
    return { authorization: `Bearer ${token}` };
  };
  async function ask(method: string, path: string, body?: unknown, headers = as("admin")): Promise<Asked> {
    const isWrite = method !== "GET";
    const answer = await fetch(`${server.url}/api${path}`, {
      method,
      headers: { ...(isWrite && { "content-type": "application/json" }), ...headers },
      ...(method === "POST" && { body: JSON.stringify(body ?? {}) }),
    });
    return { status: answer.status, body: await answer.json(), headers: answer.headers };
  }
  return {
    server,
    host,
    project,
    home: env.SKEIN_HOME,
    ask,
    as,
    session: async () => (await ask("POST", "/sessions", { cwd: project })).body.session as string,
    async [Symbol.asyncDispose]() {
      await server.close();
      await host.close();
      await rm(folder, { recursive: true });
    },
  };
}

export interface Read {
  readonly id?: string;
  readonly event?: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into it
  readonly data: any;
}

/** Server-Sent Events of a session, until the reader leaves. */
export async function* readEvents(
  { server, as }: Pick<Served, "server" | "as">,
  path: string,
  headers: Record<string, string> = {},
): AsyncGenerator<Read, void> {
  const left = new AbortController();
  const answer = await fetch(`${server.url}/api${path}`, {
    headers: { ...as("read"), ...headers },
    signal: left.signal,
  });
  let rest = "";
  try {
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s, 2)));
        if (fields["data"] !== undefined) yield { ...fields, data: JSON.parse(fields["data"]) };
      }
    }
  } finally {
    left.abort();
  }
}
