import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ProviderError, type ModelProvider, type ModelRequest } from "@skein/protocol";
import { withRetries } from "@skein/provider-kit";
import { scriptedModel, type ScriptedAnswer } from "@skein/provider-replay";
import { collect, temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { createRuntime, type AgentSettings } from "../../src/index.ts";
import { otlpReceiver, type OtlpReceiver, type ReceivedSpan } from "./otlp-receiver.ts";

const canary = "sk-canary-0123456789abcdefABCDEF";

/** A server whose tool says which trace it was called in. */
const server = `
const send = (id, result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") {
    const { protocolVersion } = params;
    send(id, { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "tracer", version: "1" } });
  } else if (method === "tools/list") {
    send(id, { tools: [{ name: "where", description: "Says it.", inputSchema: { type: "object" } }] });
  } else if (method === "tools/call") {
    send(id, { content: [{ type: "text", text: "trace " + (params._meta && params._meta.traceparent) }] });
  } else if (id !== undefined) {
    console.log(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } }));
  }
});`;

const overloaded = new ProviderError("overloaded", "Too many requests.", {
  provider: "scripted",
  retryable: true,
  retryAfterMs: 1,
});

const call = (id: string, name: string, input: object) =>
  ({ type: "tool-call", id, name, input: { ...input } }) as const;

/** The parent: an overloaded vendor, then four calls, then the answer. Its subagent has one call. */
function answers(request: ModelRequest, count: number): ScriptedAnswer {
  const usage = { input: 100, output: 10, cacheRead: 40, cacheWrite: 0 };
  const isChild = request.system.includes("You are a subagent");
  const hasResults = request.messages.some(({ role }) => role === "tool");
  if (isChild)
    return {
      content: hasResults
        ? [{ type: "text", text: "It is done." }]
        : [call("s1", "shell", { command: "true" })],
      usage,
    };
  if (count === 0) return overloaded;
  if (hasResults) return { content: [{ type: "text", text: `All done with ${canary}.` }], usage };
  return {
    content: [
      call("c1", "tracer__where", {}),
      call("c2", "shell", { command: `echo ${canary}` }),
      call("c3", "shell", { command: "rm -rf build" }),
      call("c4", "subagent", { instructions: "Look." }),
    ],
    usage,
  };
}

async function run(folder: string, env: Readonly<Record<string, string>>): Promise<string> {
  await writeFile(join(folder, "server.cjs"), server);
  let count = 0;
  const scripted = scriptedModel(
    Array.from({ length: 20 }, () => (request: ModelRequest) => answers(request, count++)),
    { price: { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 0 } },
  );
  const model = withRetries(scripted);
  const provider: ModelProvider = {
    id: "scripted",
    model: () => model,
    models: async () => [],
    prepare: async () => undefined,
    check: async () => undefined,
  };
  await using runtime = createRuntime({
    providers: { scripted: async () => provider },
    dataFolder: join(folder, "data"),
    env: { ...env, SHOP_API_KEY: canary },
  });
  const settings: AgentSettings = {
    provider: "scripted",
    model: "m",
    mode: "auto",
    cwd: folder,
    interaction: "chat",
    builtins: ["developer", "subagents"],
    rules: [{ tool: "shell(rm *)", verdict: "deny" }],
    servers: [{ name: "tracer", command: process.execPath, args: [join(folder, "server.cjs")], cwd: folder }],
    session: "s",
  };
  const { agent } = await runtime.open(settings);
  await using _ = agent;
  const events = await collect(agent.run("Go."));
  const result = events.find((event) => event.type === "tool-end" && event.callId === "c1");
  const [part] = result?.type === "tool-end" ? result.content : [];
  const outcome = events.at(-1);
  expect(outcome).toMatchObject({ type: "outcome", outcome: "done" });
  await agent.record({ kind: "notice", audience: "user", level: "warning", text: `Look at ${canary}.` });
  return part?.type === "text" ? part.text : "";
}

const receiving = (url: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
  OTEL_EXPORTER_OTLP_HEADERS: "x-receiver-key=open%20sesame",
});

/** Each span in a line, below its parent; without ids, times and order of siblings. */
function tree(spans: readonly ReceivedSpan[], parent?: string, depth = 0): readonly string[] {
  return spans
    .filter(({ parentSpanId }) => (parentSpanId ?? "") === (parent ?? ""))
    .toSorted((left, right) => left.name.localeCompare(right.name) || idOf(left).localeCompare(idOf(right)))
    .flatMap((span) => [`${"  ".repeat(depth)}${lineOf(span)}`, ...tree(spans, span.spanId, depth + 1)]);
}

const idOf = ({ attributes }: ReceivedSpan) => `${attributes["gen_ai.tool.call.id"] ?? ""}`;

function lineOf({ name, kind, attributes, status, events }: ReceivedSpan): string {
  const shown = [
    "error.type",
    "mcp.method.name",
    "skein.decision.verdict",
    "skein.outcome",
    "skein.attempts",
    "gen_ai.usage.input_tokens",
  ];
  const facts = shown.flatMap((key) => (key in attributes ? [`${key}=${String(attributes[key])}`] : []));
  const more = events.map((event) => `+${event.name}`);
  return [
    name,
    kind === 3 ? "client" : "internal",
    ...(status.code === 2 ? ["ERROR"] : []),
    ...facts,
    ...more,
  ].join(" ");
}

/** Each log record in a line, with the span that it is in. */
function linesOf({ spans, logs }: Pick<OtlpReceiver, "spans" | "logs">): readonly string[] {
  return logs
    .map(({ spanId, eventName, severityText, body, attributes }) => {
      const within = spans.find((span) => span.spanId === spanId)?.name;
      const type = attributes["error.type"] ?? "";
      return `${within}: ${eventName} ${severityText} ${type} ${body.replace(/_[\da-f]{10}__/, "__")}`;
    })
    .toSorted();
}

describe("telemetry", () => {
  it("is a tree of a run's model calls, tool calls and subagents", async () => {
    await using folder = await temporaryFolder();
    await using receiver = await otlpReceiver();
    const said = await run(folder.path, receiving(receiver.url));
    expect(tree(receiver.spans).join("\n")).toMatchInlineSnapshot(`
      "invoke_agent skein internal skein.outcome=done
        chat scripted client skein.attempts=2 gen_ai.usage.input_tokens=140
        chat scripted client skein.attempts=1 gen_ai.usage.input_tokens=140
        execute_tool shell internal skein.decision.verdict=allow
        execute_tool shell internal ERROR error.type=denied skein.decision.verdict=deny
        execute_tool subagent internal skein.decision.verdict=allow
          invoke_agent general-purpose internal skein.outcome=done
            chat scripted client skein.attempts=1 gen_ai.usage.input_tokens=140
            chat scripted client skein.attempts=1 gen_ai.usage.input_tokens=140
            execute_tool shell internal skein.decision.verdict=allow
        execute_tool tracer__where internal mcp.method.name=tools/call skein.decision.verdict=allow"
    `);
    expect(new Set(receiver.spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect([...receiver.metrics].toSorted()).toMatchInlineSnapshot(`
      [
        "gen_ai.client.operation.duration",
        "gen_ai.client.token.usage",
        "gen_ai.execute_tool.duration",
        "gen_ai.invoke_agent.duration",
        "skein.cache.tokens",
        "skein.cost",
        "skein.faults",
        "skein.retries",
      ]
    `);
    const where = receiver.spans.find(({ name }) => name === "execute_tool tracer__where");
    expect(said).toBe(`trace 00-${where?.traceId}-${where?.spanId}-01`);
    expect(new Set(receiver.headers)).toEqual(new Set(["open sesame"]));
  });

  it("has log records of notices and failures, in the spans that they belong to", async () => {
    await using folder = await temporaryFolder();
    await using receiver = await otlpReceiver();
    await run(folder.path, receiving(receiver.url));
    expect(linesOf(receiver)).toMatchInlineSnapshot(`
      [
        "execute_tool shell: skein.failure warning denied denied",
        "invoke_agent general-purpose: skein.notice info  notice",
        "invoke_agent skein: skein.notice info  notice",
        "invoke_agent skein: skein.notice warning  notice",
      ]
    `);
    expect(new Set(receiver.logs.map(({ traceId }) => traceId))).toEqual(
      new Set(receiver.spans.map(({ traceId }) => traceId)),
    );
  });

  it("has no content by default, and never a secret", async () => {
    await using folder = await temporaryFolder();
    await using receiver = await otlpReceiver();
    await run(folder.path, receiving(receiver.url));
    expect(receiver.bodies.join("\n")).not.toMatch(/Go\.|All done|sk-canary|rm -rf|Look at/);
  });

  it("has messages, arguments and results where that is asked for, without secrets", async () => {
    await using folder = await temporaryFolder();
    await using receiver = await otlpReceiver();
    await run(folder.path, {
      ...receiving(receiver.url),
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true",
    });
    const all = receiver.bodies.join("\n");
    for (const text of ["Go.", "All done", "rm -rf", "gen_ai.tool.call.result", "Look at"])
      expect(all).toContain(text);
    expect(all).not.toContain(canary);
    expect(linesOf(receiver)).toMatchInlineSnapshot(`
      [
        "execute_tool shell: skein.failure warning denied The policy denied this call, so it was not run: A rule for shell(rm *) says deny. Do not repeat it; choose another way or ask.",
        "invoke_agent general-purpose: skein.notice info  The context window of replay/scripted is not known. Set the context limit to have long conversations summarized in time.",
        "invoke_agent skein: skein.notice info  The context window of replay/scripted is not known. Set the context limit to have long conversations summarized in time.",
        "invoke_agent skein: skein.notice warning  Look at __SECRET_SHOP_API_KEY__.",
      ]
    `);
  });

  it.each(["true", "false"])("has no secret in the messages of failures (content: %s)", async (content) => {
    await using folder = await temporaryFolder();
    await using receiver = await otlpReceiver();
    const refusal = new ProviderError("bad-request", `The key ${canary} is of another account.`, {
      provider: "scripted",
      retryable: false,
      hint: `Use another one than ${canary}.`,
    });
    const failing = call("c1", "shell", { command: `echo ${canary} >&2; exit 3` });
    const model = withRetries(scriptedModel([{ content: [failing] }, refusal]));
    const provider: ModelProvider = {
      id: "scripted",
      model: () => model,
      models: async () => [],
      prepare: async () => undefined,
      check: async () => undefined,
    };
    {
      await using runtime = createRuntime({
        providers: { scripted: async () => provider },
        dataFolder: join(folder.path, "data"),
        env: {
          ...receiving(receiver.url),
          OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: content,
          SHOP_API_KEY: canary,
        },
      });
      const { agent } = await runtime.open({
        provider: "scripted",
        model: "m",
        mode: "auto",
        cwd: folder.path,
        interaction: "chat",
        builtins: ["developer"],
      });
      await using _ = agent;
      const events = await collect(agent.run(`Look at ${canary}.`));
      expect(events.at(-1)).toMatchObject({ type: "outcome", outcome: "provider" });
    }
    const all = receiver.bodies.join("\n");
    expect(all).toContain("bad-request");
    expect(all).not.toContain(canary);
    expect(all.includes("is of another account")).toBe(content === "true");
  });

  it("belongs to the trace that the program was started in", async () => {
    await using folder = await temporaryFolder();
    await using receiver = await otlpReceiver();
    const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    const said = await run(folder.path, {
      ...receiving(receiver.url),
      TRACEPARENT: `00-${traceId}-00f067aa0ba902b7-01`,
    });
    expect(said).toContain(traceId);
    expect(receiver.spans.find(({ name }) => name === "invoke_agent skein")).toMatchObject({
      traceId,
      parentSpanId: "00f067aa0ba902b7",
    });
  });

  it.each(["refused", "never"] as const)("costs a run nothing when its receiver is %s", async (answer) => {
    await using folder = await temporaryFolder();
    await using receiver = await otlpReceiver(answer);
    await run(folder.path, receiving(receiver.url));
    expect(receiver.bodies.length).toBeGreaterThan(0);
  });

  it("costs a run nothing when there is no receiver", async () => {
    await using folder = await temporaryFolder();
    expect(await run(folder.path, receiving("http://127.0.0.1:9"))).toContain("trace 00-");
  });

  it("is sent as protobuf unless the environment says otherwise", async () => {
    await using folder = await temporaryFolder();
    await using receiver = await otlpReceiver();
    await run(folder.path, { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
    expect(receiver.bodies.join("")).toContain("execute_tool shell");
  });

  it("is not made without a receiver", async () => {
    await using folder = await temporaryFolder();
    expect(await run(folder.path, {})).toBe("trace undefined");
  });

  it("is refused with what cannot be obeyed, before anything is sent", async () => {
    await using folder = await temporaryFolder();
    await expect(
      run(folder.path, {
        OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
        OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
      }),
    ).rejects.toThrow(/OTEL_EXPORTER_OTLP_PROTOCOL is "grpc"; Skein speaks http\/protobuf and http\/json/);
  });
});
