import type { Effort, JsonObject, ModelRequest } from "@skein/protocol";
import { effortNotice, continueText, systemMessages, withOwnFields } from "@skein/provider-kit";
import type { Owner } from "@skein/provider-kit";
import { wireMessages } from "./messages.ts";
import { wireTools } from "./tools.ts";

export interface BodyContext {
  readonly owner: Owner;
  readonly capabilities: readonly string[] | undefined;
  /** Tokens; `undefined` leaves it to the server. */
  readonly contextTokens: number | undefined;
  readonly keepAlive: string | number | undefined;
}

/** What does not change comes first, `messages` last. */
export function requestBody(request: ModelRequest, context: BodyContext): JsonObject {
  const { system, tools, options } = request;
  const { owner, capabilities, contextTokens, keepAlive } = context;
  const think = thinkingOf(options.effort, owner.model, capabilities);
  const outputLimit = Math.min(options.maxOutputTokens ?? Infinity, request.outputCap ?? Infinity);
  const said = wireMessages(request.messages, owner);
  const tuning = {
    ...(contextTokens === undefined ? {} : { num_ctx: contextTokens }),
    ...(outputLimit === Infinity ? {} : { num_predict: outputLimit }),
    ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
  };
  const body: JsonObject = {
    model: owner.model,
    stream: true,
    ...(keepAlive === undefined ? {} : { keep_alive: keepAlive }),
    ...(think === undefined ? {} : { think }),
    ...(Object.keys(tuning).length === 0 ? {} : { options: tuning }),
    ...(tools.length === 0 ? {} : { tools: wireTools(tools) }),
    messages: [...systemMessages(system), ...said, ...nudge(said, request)],
  };
  return withOwnFields(body, options.body);
}

/** Models that think by default go on doing so where nothing is said. A server refuses `think` for those that cannot. */
function thinkingOf(
  effort: Effort | undefined,
  model: string,
  capabilities: readonly string[] | undefined,
): boolean | Effort | undefined {
  if (effort === undefined || capabilities?.includes("thinking") !== true) return undefined;
  if (!takesLevels(model)) return effort !== "none";
  // This family cannot be told to stop thinking.
  return effort === "none" ? "low" : effort === "max" ? "high" : effort;
}

/** What users should know of an effort that is not sent as wished. */
export function thinkingNotice(
  effort: Effort | undefined,
  model: string,
  capabilities: readonly string[] | undefined,
): string | undefined {
  const sent = thinkingOf(effort, model, capabilities);
  const word = sent === true ? "on" : sent === false ? "off" : sent;
  return effortNotice(model, effort, word);
}

/** Source: docs.ollama.com/capabilities/thinking: levels are for one family, the others take true and false. */
function takesLevels(model: string): boolean {
  return /(^|\/)gpt-oss/i.test(model);
}

/** A conversation that ends with the model's own words would be taken for done. */
function nudge(said: readonly JsonObject[], { messages }: ModelRequest): JsonObject[] {
  const last = said.at(-1)?.["role"];
  return last === undefined || last === "assistant"
    ? [{ role: "user", content: continueText(messages.at(-1)) }]
    : [];
}
