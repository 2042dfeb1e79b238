/**
 * An agent without a model, for tests: the last `do:WORD [ARGUMENT]` of a prompt says what it does. Its first argument is how
 * it behaves as a whole; with a folder as its second it keeps its sessions there.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import {
  agent,
  methods,
  ndJsonStream,
  RequestError,
  type AgentContext,
  type McpServer,
  type PromptResponse,
  type RequestPermissionRequest,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";

const [behaviour = "plain", store] = process.argv.slice(2);

interface Session {
  readonly cwd: string;
  readonly mcpServers: readonly McpServer[];
  readonly prompts: string[];
  cancel: AbortController;
}
const sessions = new Map<string, Session>();
const { session: toClient, fs, terminal } = methods.client;

const options = [
  { optionId: "yes", kind: "allow_once", name: "Yes" },
  { optionId: "always", kind: "allow_always", name: "Always" },
  { optionId: "no", kind: "reject_once", name: "No" },
] as const;

async function act(text: string, sessionId: string, client: AgentContext): Promise<PromptResponse> {
  const one = sessions.get(sessionId)!;
  const [, word = "hello", argument = ""] = [...text.matchAll(/do:(\S+) ?([^\n<]*)/g)].at(-1) ?? [];
  const tell = (update: SessionUpdate) => client.notify(toClient.update, { sessionId, update });
  const say = (said: string) =>
    tell({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: said } });
  const permit = async (toolCallId: string) => {
    const call = {
      toolCallId,
      title: `Change ${argument}`,
      kind: "edit" as const,
      status: "pending" as const,
      content: [{ type: "diff" as const, path: argument, oldText: "a\nb\n", newText: "a\nc\n" }],
    };
    await tell({ sessionUpdate: "tool_call", ...call });
    const asked: RequestPermissionRequest = { sessionId, toolCall: call, options: [...options] };
    const { outcome } = await client.request(toClient.requestPermission, asked);
    const isDone = outcome.outcome === "selected" && outcome.optionId === "yes";
    if (isDone) writeFileSync(argument, "a\nc\n");
    await tell({ sessionUpdate: "tool_call_update", toolCallId, status: isDone ? "completed" : "failed" });
    return outcome.outcome === "selected" ? outcome.optionId : outcome.outcome;
  };
  switch (word) {
    case "hello":
      await tell({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text: "Hm." } });
      await say("Hel");
      await say("lo.");
      break;
    case "recall":
      await say(`Prompt ${one.prompts.length} in ${one.cwd}: ${JSON.stringify(text)}`);
      break;
    case "act":
      await tell({
        sessionUpdate: "tool_call",
        toolCallId: "t1",
        title: "Look",
        kind: "read",
        status: "in_progress",
      });
      await say("Looking. ");
      await tell({ sessionUpdate: "tool_call_update", toolCallId: "t1", status: "completed" });
      await say("Seen.");
      break;
    case "permit":
      await say(`Answer: ${await permit("p1")}`);
      break;
    case "two":
      await say(`Answers: ${(await Promise.all([permit("p1"), permit("p2")])).join(", ")}`);
      break;
    case "read":
      await say(
        await client
          .request(fs.readTextFile, { sessionId, path: argument })
          .then(({ content }) => content, messageIn),
      );
      break;
    case "write":
      await say(
        await client
          .request(fs.writeTextFile, { sessionId, path: argument, content: "written\n" })
          .then(() => "ok", messageIn),
      );
      break;
    case "run": {
      const { terminalId } = await client.request(terminal.create, {
        sessionId,
        command: "echo",
        args: [argument],
      });
      const { exitCode } = await client.request(terminal.waitForExit, { sessionId, terminalId });
      const { output } = await client.request(terminal.output, { sessionId, terminalId });
      await client.request(terminal.release, { sessionId, terminalId });
      await say(`${exitCode}: ${output}`);
      break;
    }
    case "tools":
      await say(await callTool(one.mcpServers[0], argument));
      break;
    case "hang":
      await say("Working. ");
      await sleep(600_000, undefined, { signal: one.cancel.signal }).catch(() => undefined);
      await say("Stopped.");
      return { stopReason: "cancelled" };
    case "silent":
      await sleep(600_000);
      break;
    case "die":
      process.stderr.write("no more\n");
      process.exit(3);
    // falls through
    case "refuse":
      return { stopReason: "refusal" };
    default:
      throw RequestError.internalError(undefined, `no ${word}`);
  }
  return { stopReason: "end_turn" };
}

const messageIn = (error: unknown): string =>
  `error: ${error instanceof RequestError ? JSON.stringify(error.data ?? error.message) : String(error)}`;

async function callTool(server: McpServer | undefined, name: string): Promise<string> {
  if (!server || !("url" in server)) return "no server";
  const headers = {
    "content-type": "application/json",
    ...Object.fromEntries(server.headers.map((one) => [one.name, one.value])),
  };
  const ask = async (method: string, params: object) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const response = await fetch(server.url, { method: "POST", headers, body });
    return (await response.json()) as { readonly result: unknown };
  };
  await ask("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "t", version: "1" },
  });
  const listed = await ask("tools/list", {});
  const called = await ask("tools/call", { name, arguments: { word: "x" } });
  return JSON.stringify([listed.result, called.result]);
}

const save = (id: string) => store && writeFileSync(join(store, id), JSON.stringify(sessions.get(id)));

if (behaviour === "noise") {
  process.stdout.write("Welcome to a shell\n");
  process.stderr.write("not an agent\n");
  process.exit(1);
}
if (behaviour === "banner") process.stdout.write("A launcher says something first.\n");

const connection = agent({ name: "scripted" })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: behaviour === "version" ? 9 : 1,
    agentCapabilities: {
      loadSession: store !== undefined,
      mcpCapabilities: { http: true },
      promptCapabilities: {},
    },
    authMethods: behaviour === "auth" ? [{ id: "key", name: "API key", description: "Set AGENT_KEY" }] : [],
  }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    if (behaviour === "auth") throw RequestError.authRequired();
    const sessionId = crypto.randomUUID();
    sessions.set(sessionId, { ...params, prompts: [], cancel: new AbortController() });
    const values = ["small", "large"].map((value) => ({ value, name: value }));
    return {
      sessionId,
      configOptions: [
        {
          type: "select",
          id: "model",
          name: "Model",
          category: "model",
          currentValue: "small",
          options: values,
        },
      ],
    };
  })
  .onRequest(methods.agent.session.setConfigOption, () => ({ configOptions: [] }))
  .onRequest(methods.agent.session.load, async ({ params, client }) => {
    const file = join(store ?? "", params.sessionId);
    if (!existsSync(file)) throw RequestError.resourceNotFound(params.sessionId);
    const kept = JSON.parse(readFileSync(file, "utf8")) as Session;
    sessions.set(params.sessionId, { ...kept, cancel: new AbortController() });
    for (const text of kept.prompts) {
      const content = { type: "text", text } as const;
      await client.notify(toClient.update, {
        sessionId: params.sessionId,
        update: { sessionUpdate: "user_message_chunk", content },
      });
      await client.notify(toClient.update, {
        sessionId: params.sessionId,
        update: { sessionUpdate: "agent_message_chunk", content },
      });
    }
    return {};
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const one = sessions.get(params.sessionId)!;
    const text = params.prompt
      .map((block) => (block.type === "text" ? block.text : `[${block.type}]`))
      .join("\n");
    one.prompts.push(text);
    one.cancel = new AbortController();
    save(params.sessionId);
    return act(text, params.sessionId, client);
  })
  .onNotification(methods.agent.session.cancel, ({ params }) =>
    sessions.get(params.sessionId)?.cancel.abort(),
  )
  .connect(
    ndJsonStream(
      Writable.toWeb(process.stdout) as WritableStream<Uint8Array>,
      Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
    ),
  );
await connection.closed;
process.exit(0);
