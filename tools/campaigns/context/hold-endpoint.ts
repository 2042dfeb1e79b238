import { createAgent } from "../../../packages/agent/src/index.ts";
import { createCompaction, recallExtension } from "../../../packages/compaction/src/index.ts";
import {
  memoryJournal,
  type AgentEvent,
  type AssistantPart,
  type CompactionStrategy,
  type JsonObject,
} from "../../../packages/protocol/src/index.ts";
import { judged } from "../../../packages/test-kit/src/index.ts";
import type { RawReply, ReceivedRequest } from "../../../packages/provider-conformance/src/servers/index.ts";
import { seeded } from "../runner/seeded.ts";
import type { WireReply } from "../wires/wire-reply.ts";
import type { Wire } from "../wires/wires.ts";
import { projectOf } from "./project.ts";
import { plannedTools } from "./scripted-agent.ts";
import { errands } from "./work.ts";

export interface EndpointPlan {
  readonly wire: Wire;
  /** Tokens that the server takes, by its own count. */
  readonly window: number;
  /** What the model's catalogue says; `undefined`: nothing. */
  readonly catalogued: number | undefined;
  /** A refusal names the window. Default true. */
  readonly namesWindow?: boolean;
  /** Every request for a summary is refused for its length. */
  readonly refusesSummaries?: boolean;
  /** Whether replies tell what they took; `wrong`: a few tokens, always the same. Default `told`. */
  readonly usage?: "told" | "none" | "wrong";
  readonly strategy?: CompactionStrategy;
  /** Replies of the model. */
  readonly turns: number;
  readonly seed: number;
}

export interface HeldEndpoint {
  readonly turns: number;
  readonly requests: number;
  readonly summaries: number;
  /** Refused for their length. */
  readonly overflows: number;
  /** Refused for any other reason, in the server's words. */
  readonly rejected: readonly string[];
  /** Times that the conversation was made shorter. */
  readonly compactions: number;
  /** The most of them without a reply in between. */
  readonly inARow: number;
  /** Tokens of the largest request that was taken. */
  readonly largest: number;
  /** Runs that ended otherwise than as done, with the reason. */
  readonly failed: readonly string[];
  /** All requests, in megabytes. */
  readonly sentMb: number;
  readonly ms: number;
}

const bytesPerToken = 3.4;
const notes =
  "### Goal\nGet all parts of the project into order.\n### Done\nSome modules were read and their tests were run.\n### Open\nThe other modules.";

/** A long session of a real agent on a loopback server that verifies each request as its vendor does, and counts. */
export async function holdEndpoint(plan: EndpointPlan): Promise<HeldEndpoint> {
  const { wire, window, turns } = plan;
  const project = projectOf(seeded(plan.seed));
  const tools = plannedTools();
  const replies: (readonly AssistantPart[])[] = [];
  const seen = { said: 0, summaries: 0, overflows: 0, largest: 0, bytes: 0 };
  const judge = judged(wire.rules, (request: ReceivedRequest): WireReply => {
    const tokens = Math.ceil(request.bytes.length / bytesPerToken);
    const body = request.json() as JsonObject;
    const isSummary = !("tools" in body || "toolConfig" in body);
    seen.bytes += request.bytes.length;
    if (isSummary) seen.summaries++;
    if (tokens > window || (isSummary && plan.refusesSummaries)) {
      if (!isSummary) seen.overflows++;
      return tooLong(plan, tokens);
    }
    seen.largest = Math.max(seen.largest, tokens);
    const counted = usageIn(plan, tokens);
    if (isSummary) return { parts: [{ type: "text", text: notes }], ...counted };
    seen.said++;
    const parts = replies.shift() ?? [{ type: "text", text: `That is done, ${seen.said}.` }];
    return { parts: wire.sealed(parts, `r${seen.said}`), ...counted };
  });
  await using server = await wire.serve(judge.script);
  const settings = { apiKey: "a-key", baseUrl: server.url + wire.path, retry: { retries: 0 }, env: {} };
  const limits = plan.catalogued === undefined ? {} : { contextTokens: plan.catalogued };
  const journal = memoryJournal();
  await using agent = createAgent({
    model: { ...wire.provider(settings).model(wire.models[0]), limits },
    journal,
    compaction: createCompaction(plan.strategy === undefined ? {} : { strategy: plan.strategy }),
    extensions: [
      ...tools.extensions,
      recallExtension((session, from, kinds) => journal.read(session, from, kinds)),
    ],
    gate: { decide: () => Promise.resolve({ verdict: "allow", by: "proof" }) },
    dynamicContext: () => [],
    system: "You work on a project.",
  });
  const startedAt = performance.now();
  const held = { compactions: 0, row: 0, inARow: 0 };
  const failed: string[] = [];
  let calls = 0;
  for (const { user, steps } of errands(project, "tuned")) {
    if (seen.said >= turns || failed.length > 3) break;
    for (const { said, calls: planned } of steps) {
      const parts = planned.map((call): AssistantPart => {
        const id = `call_${++calls}`;
        tools.plan(id, call);
        return { type: "tool-call", id, name: call.tool, input: call.input };
      });
      replies.push([...(said === "" ? [] : [{ type: "text" as const, text: said }]), ...parts]);
    }
    const run = agent.run(user);
    for await (const event of run) count(event, held);
    const { outcome, error } = await run.result;
    if (outcome !== "done") failed.push(`${outcome}: ${error?.message}`);
  }
  const { requests, rejected } = judge.verdicts();
  return {
    turns: seen.said,
    requests,
    summaries: seen.summaries,
    overflows: seen.overflows,
    rejected,
    compactions: held.compactions,
    inARow: held.inARow,
    largest: seen.largest,
    failed,
    sentMb: seen.bytes / 1e6,
    ms: performance.now() - startedAt,
  };
}

function count(event: AgentEvent, held: { compactions: number; row: number; inARow: number }): void {
  if (event.type === "turn-end") held.row = 0;
  if (event.type !== "compacted") return;
  held.compactions++;
  held.inARow = Math.max(held.inARow, ++held.row);
}

function tooLong({ window, namesWindow = true }: EndpointPlan, tokens: number): RawReply {
  const message = namesWindow
    ? `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens.`
    : "The input is too long for the model.";
  return { status: 400, body: { type: "error", error: { type: "invalid_request_error", message } } };
}

function usageIn({ wire, usage = "told" }: EndpointPlan, tokens: number): object {
  if (usage === "none") return { usage: null };
  const told = usage === "told" ? usageOf(wire, tokens) : undefined;
  return told === undefined ? {} : { usage: told };
}

/** In the words of the wires that tell it here; the servers of the others always tell the same few tokens. */
function usageOf({ name }: Wire, tokens: number): JsonObject | undefined {
  switch (name) {
    case "anthropic messages":
      return { input_tokens: tokens, output_tokens: 60 };
    case "openai responses":
      return { input_tokens: tokens, output_tokens: 60, total_tokens: tokens + 60 };
    case "openai chat":
      return { prompt_tokens: tokens, completion_tokens: 60, total_tokens: tokens + 60 };
    case "gemini":
      return { promptTokenCount: tokens, candidatesTokenCount: 60, totalTokenCount: tokens + 60 };
    default:
      return undefined;
  }
}
