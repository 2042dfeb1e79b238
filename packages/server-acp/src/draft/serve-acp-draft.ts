import {
  agent,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type AgentCapabilities,
  type AgentContext,
  type CreateElicitationRequest,
  type McpServer,
} from "@agentclientprotocol/sdk/experimental/v2";
import * as v1 from "@agentclientprotocol/sdk/unstable";
import { serveAcp, type ServeAcpOptions } from "../serve-acp.ts";
import { draftSession, type DraftSession } from "./draft-session.ts";
import { draftCall, draftOptions } from "./draft-updates.ts";

/**
 * Speaks the draft of version 2 of the protocol with one client, and nothing else: it is a client of `serveAcp`, whose words
 * it translates. The draft may change in any release of the protocol's SDK.
 */
export async function serveAcpDraft(options: ServeAcpOptions): Promise<void> {
  const [there, back] = [new TransformStream<Uint8Array>(), new TransformStream<Uint8Array>()];
  const served = serveAcp({ ...options, input: there.readable, output: back.writable });
  const sessions = new Map<string, DraftSession>();
  let client: AgentContext | undefined;
  let messages = 0;

  function sessionOf(id: string): DraftSession {
    if (!client) throw v1.RequestError.internalError();
    const known = sessions.get(id) ?? draftSession(id, client, () => `message-${++messages}`);
    sessions.set(id, known);
    return known;
  }

  const inner = v1
    .client()
    .onNotification(v1.methods.client.session.update, ({ params: { sessionId, update } }) =>
      sessionOf(sessionId).update(update),
    )
    .onRequest(v1.methods.client.session.requestPermission, ({ params, signal }) => {
      const { sessionId, toolCall, options: offered } = params;
      const title = toolCall.title ?? "May it do this?";
      const subject = { type: "tool_call" as const, toolCall: draftCall(toolCall) };
      const asked = { sessionId, title, subject, options: offered };
      return sessionOf(sessionId).whileAsking(
        async () =>
          (await client!.request(methods.client.session.requestPermission, asked, {
            cancellationSignal: signal,
          })) as v1.RequestPermissionResponse,
      );
    })
    .onRequest(v1.methods.client.elicitation.create, async ({ params, signal }) => {
      // The form of a question is the same in both versions.
      const form = params as unknown as CreateElicitationRequest;
      const until = { cancellationSignal: signal };
      const ask = () => client!.request(methods.client.elicitation.create, form, until);
      const { sessionId } = params as { readonly sessionId?: string };
      return sessionId === undefined ? ask() : sessionOf(sessionId).whileAsking(ask);
    })
    .connect(v1.ndJsonStream(there.writable, back.readable));
  const { session } = v1.methods.agent;
  const { agent: served1 } = inner;

  const app = agent({ name: options.agentInfo.name })
    .onRequest(methods.agent.initialize, async ({ params: { info, capabilities = {} }, client: caller }) => {
      client = caller;
      const { authMethods = [] } = await served1.request(v1.methods.agent.initialize, {
        protocolVersion: v1.PROTOCOL_VERSION,
        clientInfo: info,
        clientCapabilities: {
          session: { notices: {}, compaction: {}, configOptions: {} },
          ...(capabilities.elicitation?.form ? { elicitation: { form: {} } } : {}),
          ...(capabilities.auth?.terminal ? { auth: { terminal: true } } : {}),
        },
      });
      return {
        protocolVersion: PROTOCOL_VERSION,
        info: options.agentInfo,
        capabilities: draftCapabilities,
        authMethods: authMethods.map(({ id, ...method }) => ({ ...method, methodId: id }) as never),
      };
    })
    .onRequest(methods.agent.session.new, async ({ params }) => {
      const { mcpServers = [], ...wish } = params;
      const told = await served1.request(session.new, { ...wish, mcpServers: mcpServers.map(stableServer) });
      return { sessionId: told.sessionId, configOptions: draftOptions(told.configOptions ?? []) };
    })
    .onRequest(methods.agent.session.resume, async ({ params }) => {
      const { mcpServers = [], replayFrom, ...wish } = params;
      if (replayFrom && replayFrom.type !== "start")
        throw v1.RequestError.invalidParams({ replayFrom }, "A session is replayed from its start, or not.");
      const asked: v1.LoadSessionRequest = { ...wish, mcpServers: mcpServers.map(stableServer) };
      const told = replayFrom
        ? await served1.request(session.load, asked)
        : await served1.request(session.resume, asked);
      sessionOf(params.sessionId).tellState();
      return { configOptions: draftOptions(told.configOptions ?? []) };
    })
    .onRequest(methods.agent.session.prompt, async ({ params: { sessionId, prompt } }) => {
      const asked = { sessionId, prompt: prompt as v1.ContentBlock[] };
      const messageId = await sessionOf(sessionId).prompt(prompt, () =>
        served1.request(session.prompt, asked),
      );
      return { messageId };
    })
    .onRequest(methods.agent.session.setConfigOption, async ({ params: { sessionId, configId, value } }) => {
      const { configOptions } = await served1.request(session.setConfigOption, {
        sessionId,
        configId,
        value: value as string,
      });
      return { configOptions: draftOptions(configOptions) };
    })
    .onRequest(methods.agent.session.list, ({ params }) => served1.request(session.list, params))
    .onRequest(methods.agent.session.delete, async ({ params }) => {
      await served1.request(session.delete, params);
      sessions.delete(params.sessionId);
    })
    .onRequest(methods.agent.session.close, async ({ params }) => {
      await served1.request(session.close, params);
      sessions.delete(params.sessionId);
    })
    .onNotification(methods.agent.session.cancel, ({ params }) => served1.notify(session.cancel, params));

  const connection = app.connect(ndJsonStream(options.output, options.input));
  const { signal } = options;
  const end = () => connection.close(signal?.reason);
  signal?.addEventListener("abort", end, { once: true });
  if (signal?.aborted) end();
  await connection.closed;
  signal?.removeEventListener("abort", end);
  inner.close();
  await there.writable.close().catch(() => undefined);
  await served;
}

const draftCapabilities: AgentCapabilities = {
  session: { prompt: { image: {}, embeddedContext: {} }, mcp: { stdio: {}, http: {} }, delete: {} },
};

function stableServer(server: McpServer): v1.McpServer {
  if (server.type !== "stdio") return server as v1.McpServer;
  const { type: _, args = [], env = [], ...stdio } = server as Extract<McpServer, { type: "stdio" }>;
  return { ...stdio, args, env } satisfies v1.McpServer;
}
