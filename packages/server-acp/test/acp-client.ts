import { join } from "node:path";
import {
  client,
  methods,
  ndJsonStream,
  type ClientConnection,
  type ContentBlock,
  type CreateElicitationRequest,
  type InitializeRequest,
  type McpServer,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
} from "@agentclientprotocol/sdk/unstable";
import { openHost, type Host, type HostParts } from "@skein/host";
import { scriptedModel, type ScriptedModel, type ScriptedTurn } from "@skein/provider-replay";
import { directories } from "@skein/settings";
import { temporaryFolder } from "@skein/test-kit";
import { serveAcp } from "../src/index.ts";

type Update = SessionUpdate & { readonly sessionId: string };
type Permit = (request: RequestPermissionRequest) => string | Promise<string>;

export interface AcpClient extends AsyncDisposable {
  /** Where sessions work. */
  readonly folder: string;
  readonly host: Host;
  readonly model: ScriptedModel;
  readonly agent: ClientConnection["agent"];
  readonly updates: readonly Update[];
  /** What permission was asked for. */
  readonly asked: readonly RequestPermissionRequest[];
  /** Resolves with the first update, past or to come, that fits. */
  until(fits: (update: Update) => boolean): Promise<Update>;
  newSession(mcpServers?: McpServer[]): Promise<string>;
  prompt(sessionId: string, prompt: string | ContentBlock[]): Promise<unknown>;
  /** Goes away. Resolves when the server has noticed. */
  leave(): Promise<void>;
}

interface Given {
  readonly mode?: string;
  /** The option that is chosen. Default: none may be asked for. */
  readonly permit?: Permit;
  /** What is typed into a form. Default: it is declined. */
  readonly fillIn?: (request: CreateElicitationRequest) => Record<string, string | string[]>;
  readonly clientCapabilities?: InitializeRequest["clientCapabilities"];
  /** Who answers. Default: the model of the turns. */
  readonly provider?: string;
  /** What the provider of the turns lists. Default: nothing. */
  readonly models?: readonly string[];
  /** Besides the one of the turns. */
  readonly providers?: HostParts["providers"];
}

/** A client and the server of a host whose model says these turns, all sessions together, over two streams. */
export async function acpClient(turns: readonly ScriptedTurn[], given: Given = {}): Promise<AcpClient> {
  const home = await temporaryFolder();
  const model = scriptedModel(turns, { id: "m", limits: { images: true, pdfs: true } });
  const env = {
    SKEIN_HOME: join(home.path, "home"),
    SKEIN_SANDBOX: "off",
    SKEIN_NO_KEYRING: "1",
    SKEIN_PROVIDER: given.provider ?? "scripted",
  };
  const loaded = {
    id: "scripted",
    model: () => model,
    models: async () => (given.models ?? []).map((id) => ({ id, limits: {} })),
    prepare: async () => undefined,
    check: async () => undefined,
  };
  const known = { load: async () => loaded, description: "", keyVariables: [], defaultModel: "m" };
  const providers = { scripted: known, ...given.providers };
  const host = await openHost({ env, directories: directories({ env }), providers });
  const [there, back] = [new TransformStream<Uint8Array>(), new TransformStream<Uint8Array>()];
  const served = serveAcp({
    host,
    input: there.readable,
    output: back.writable,
    agentInfo: { name: "skein", version: "1.2.3" },
    wishes: { overrides: { mode: given.mode ?? "auto" } },
    windowOf: async ({ model: id }) => (id === "m" ? 200_000 : undefined),
  });
  const updates: Update[] = [];
  const asked: RequestPermissionRequest[] = [];
  const watchers = new Set<() => void>();
  const permit: Permit = given.permit ?? (() => Promise.reject(new Error("No one is there.")));
  const connection = client()
    .onNotification(methods.client.session.update, ({ params: { sessionId, update } }) => {
      updates.push({ ...update, sessionId });
      for (const look of watchers) look();
    })
    .onRequest(
      methods.client.session.requestPermission,
      async ({ params }): Promise<RequestPermissionResponse> => {
        asked.push(params);
        const optionId = await permit(params);
        return {
          outcome: optionId === "cancelled" ? { outcome: "cancelled" } : { outcome: "selected", optionId },
        };
      },
    )
    .onRequest(methods.client.elicitation.create, async ({ params }) =>
      given.fillIn ? { action: "accept", content: given.fillIn(params) } : { action: "decline" },
    )
    .connect(ndJsonStream(there.writable, back.readable));
  const { agent } = connection;
  const { clientCapabilities = {} } = given;
  await agent.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities });

  async function leave(): Promise<void> {
    connection.close();
    await there.writable.close().catch(() => undefined);
    await served;
  }

  return {
    folder: home.path,
    host,
    model,
    agent,
    updates,
    asked,
    until: (fits) =>
      new Promise((resolve) => {
        const look = () => {
          const found = updates.find(fits);
          if (!found) return;
          watchers.delete(look);
          resolve(found);
        };
        watchers.add(look);
        look();
      }),
    async newSession(mcpServers = []) {
      const { sessionId } = await agent.request(methods.agent.session.new, { cwd: home.path, mcpServers });
      return sessionId;
    },
    prompt: (sessionId, prompt) =>
      agent.request(methods.agent.session.prompt, {
        sessionId,
        prompt: typeof prompt === "string" ? [{ type: "text", text: prompt }] : prompt,
      }),
    leave,
    async [Symbol.asyncDispose]() {
      await leave();
      await host.close();
      await home[Symbol.asyncDispose]();
    },
  };
}
