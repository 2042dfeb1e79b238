/**
 * All names that spans, metrics and log records have. Those under `gen_ai`, `mcp` and `error` are of OpenTelemetry's GenAI
 * conventions, which have a repository of their own (`open-telemetry/semantic-conventions-genai`; here as of November
 * 2026, status: development); those under `skein` are ours.
 */
export const names = {
  operation: "gen_ai.operation.name",
  provider: "gen_ai.provider.name",
  agent: "gen_ai.agent.name",
  conversation: "gen_ai.conversation.id",
  requestModel: "gen_ai.request.model",
  maxTokens: "gen_ai.request.max_tokens",
  temperature: "gen_ai.request.temperature",
  responseModel: "gen_ai.response.model",
  responseId: "gen_ai.response.id",
  finishReasons: "gen_ai.response.finish_reasons",
  inputTokens: "gen_ai.usage.input_tokens",
  outputTokens: "gen_ai.usage.output_tokens",
  cacheReadTokens: "gen_ai.usage.cache_read.input_tokens",
  cacheWriteTokens: "gen_ai.usage.cache_creation.input_tokens",
  reasoningTokens: "gen_ai.usage.reasoning.output_tokens",
  tokenType: "gen_ai.token.type",
  tool: "gen_ai.tool.name",
  toolType: "gen_ai.tool.type",
  toolCall: "gen_ai.tool.call.id",
  toolArguments: "gen_ai.tool.call.arguments",
  toolResult: "gen_ai.tool.call.result",
  outputMessages: "gen_ai.output.messages",
  inputMessages: "gen_ai.input.messages",
  mcpMethod: "mcp.method.name",
  mcpVersion: "mcp.protocol.version",
  errorType: "error.type",
  /** In US dollars. */
  cost: "skein.cost_usd",
  costIsEstimate: "skein.cost_is_estimate",
  purpose: "skein.purpose",
  attempts: "skein.attempts",
  outcome: "skein.outcome",
  run: "skein.run",
  turns: "skein.turns",
  mode: "skein.mode",
  recipe: "skein.recipe",
  schedule: "skein.schedule",
  extension: "skein.extension",
  effect: "skein.effect",
  verdict: "skein.decision.verdict",
  decidedBy: "skein.decision.by",
  recovered: "skein.recovered",
  audience: "skein.audience",
  queueState: "skein.queue.run.state",
} as const;

/** Values of `names.operation`. */
export const operations = { agent: "invoke_agent", chat: "chat", tool: "execute_tool" } as const;

/** Names of events of spans. */
export const moments = {
  question: "skein.question",
  answer: "skein.answer",
  compaction: "skein.compaction",
  rewind: "skein.rewind",
} as const;

/** Names of log records. */
export const records = { notice: "skein.notice", failure: "skein.failure" } as const;

/** Histograms, with their units and the bounds that the conventions recommend; and counters. */
export const metrics = {
  tokens: {
    name: "gen_ai.client.token.usage",
    unit: "{token}",
    bounds: Array.from({ length: 14 }, (_, power) => 4 ** power),
  },
  modelDuration: {
    name: "gen_ai.client.operation.duration",
    unit: "s",
    bounds: Array.from({ length: 14 }, (_, power) => 0.01 * 2 ** power),
  },
  toolDuration: {
    name: "gen_ai.execute_tool.duration",
    unit: "s",
    bounds: Array.from({ length: 14 }, (_, power) => 0.01 * 2 ** power),
  },
  agentDuration: {
    name: "gen_ai.invoke_agent.duration",
    unit: "s",
    bounds: Array.from({ length: 14 }, (_, power) => 0.1 * 2 ** power),
  },
  /** Tokens that a vendor's cache has read or written: what the two kinds of `tokens` do not tell. */
  cacheTokens: { name: "skein.cache.tokens", unit: "{token}" },
  cost: { name: "skein.cost", unit: "USD" },
  /** Runs, model calls and tool calls that ended in an error, by `error.type`. */
  faults: { name: "skein.faults", unit: "{fault}" },
  retries: { name: "skein.retries", unit: "{retry}" },
  /** Runs of a queue now, by `names.queueState`: `waiting`, `running`, `dead`. */
  queueRuns: { name: "skein.queue.run.count", unit: "{run}" },
  /** How long the oldest run that waits could have been taken. */
  queueOldest: { name: "skein.queue.wait.oldest", unit: "s" },
  /** Runs of a worker that ended, by `names.outcome`. */
  queueEnded: { name: "skein.queue.run.ended", unit: "{run}" },
  /** Runs that a worker has begun and that an attempt before had begun, too. */
  queueTakeovers: { name: "skein.queue.takeovers", unit: "{takeover}" },
} as const;

/** Source: the well-known values of `gen_ai.provider.name`; others keep their own id. */
const vendors: Readonly<Record<string, string>> = {
  bedrock: "aws.bedrock",
  azure: "azure.ai.openai",
  google: "gcp.gemini",
  vertex: "gcp.vertex_ai",
  mistral: "mistral_ai",
  moonshot: "moonshot_ai",
  xai: "x_ai",
};

export function vendorName(provider: string): string {
  return vendors[provider] ?? provider;
}
