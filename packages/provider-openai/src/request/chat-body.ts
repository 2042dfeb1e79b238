import type { JsonObject, ModelRequest, ToolDefinition } from "@skein/protocol";
import { continueText, systemMessages, withOwnFields } from "@skein/provider-kit";
import { catalogEntry } from "../catalog.ts";
import type { Target } from "../dialect.ts";
import { answerFormat } from "./answer-format.ts";
import { chatMessages } from "./chat-messages.ts";
import { cacheKey } from "./cache.ts";
import { tuningOf } from "./effort.ts";
import { wireSchema } from "./schemas.ts";
import { sharedTuning } from "./shared-tuning.ts";
import { wireName } from "./tool-names.ts";

/** The order of the keys is part of the contract: what does not change comes first, `messages` last. */
export function chatBody(request: ModelRequest, target: Target): JsonObject {
  const { system, tools, options } = request;
  const { owner, endpoint, conceded } = target;
  const { effort, temperature, maxOutputTokens } = tuningOf(request, target);
  const format = answerFormat(options, target);
  const messages = chatMessages(request.messages, owner, {
    ids: conceded.has("call-ids") ? "nine" : "usual",
    hasThoughtFields: conceded.has("thought-fields"),
    hasResultPictures: endpoint.resultPictures,
  });
  const last = messages.at(-1)?.["role"];
  const nudge =
    last === undefined || last === "assistant" ? continueText(request.messages.at(-1)) : undefined;
  const streamOptions = { include_usage: true, ...(endpoint.official ? { include_obfuscation: false } : {}) };
  const body: JsonObject = {
    model: owner.model,
    stream: true,
    ...(conceded.has("counters") ? {} : { stream_options: streamOptions }),
    ...cacheKey(request, target),
    ...sharedTuning(request, target),
    ...(options.verbosity === undefined || conceded.has("verbosity") ? {} : { verbosity: options.verbosity }),
    ...(effort === undefined ? {} : { reasoning_effort: effort }),
    ...(format ? { response_format: { type: "json_schema", json_schema: format } } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { [limitName(target)]: maxOutputTokens }),
    ...(tools.length === 0 ? {} : { tools: tools.map((tool) => wireTool(tool, conceded.has("schemas"))) }),
    messages: [
      ...systemMessages(system),
      ...messages,
      // A conversation that ends with the model's own words could be taken for done.
      ...(nudge === undefined ? [] : [{ role: "user", content: nudge }]),
    ],
  };
  return withOwnFields(body, options.body);
}

function wireTool({ name, description, inputSchema }: ToolDefinition, plain: boolean): JsonObject {
  return {
    type: "function",
    function: {
      name: wireName(name),
      ...(description.trim() === "" ? {} : { description: description.toWellFormed() }),
      parameters: wireSchema(inputSchema, plain),
    },
  };
}

/** The vendor's reasoning models reject the old name; many servers support only that one. */
function limitName({ owner, endpoint, conceded }: Target): string {
  const newer = endpoint.official || catalogEntry(owner.model)?.efforts !== undefined;
  return newer === conceded.has("output-limit") ? "max_tokens" : "max_completion_tokens";
}
