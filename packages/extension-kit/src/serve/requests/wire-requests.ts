import { fileURLToPath } from "node:url";
import type {
  CreateMessageRequest,
  CreateMessageResult,
  CreateMessageResultWithTools,
  ElicitRequestFormParams,
  Root,
} from "@modelcontextprotocol/server";
import type { ElicitationRequest, Message, SamplingReply, SamplingRequest } from "@skein/protocol";
import { blockOf } from "../content-blocks.ts";

type SamplingParams = CreateMessageRequest["params"];

export function elicitationParams({ message, schema }: ElicitationRequest): ElicitRequestFormParams {
  return { message, requestedSchema: schema as ElicitRequestFormParams["requestedSchema"] };
}

export function samplingParams({
  system,
  messages,
  maxOutputTokens,
  temperature,
}: SamplingRequest): SamplingParams {
  return {
    messages: messages.flatMap(sampledMessages),
    maxTokens: maxOutputTokens,
    ...(system === "" ? {} : { systemPrompt: system }),
    ...(temperature === undefined ? {} : { temperature }),
  };
}

/** One for each part: revisions before 2025-11-25 have no lists. */
function sampledMessages({ role, content }: Message): SamplingParams["messages"] {
  if (role !== "user" && role !== "assistant") return [];
  return content.flatMap((part) => {
    if (part.type !== "text" && part.type !== "image") return [];
    return [{ role, content: blockOf(part) as SamplingParams["messages"][number]["content"] }];
  });
}

export function samplingReply({
  model,
  content,
}: CreateMessageResult | CreateMessageResultWithTools): SamplingReply {
  const texts = [content].flat().flatMap((block) => (block.type === "text" ? [block.text] : []));
  return { model, text: texts.join("\n") };
}

/** Absolute paths of those that are folders of this machine. */
export function rootPaths(roots: readonly Root[]): readonly string[] {
  return roots.flatMap(({ uri }) => {
    if (!URL.canParse(uri) || new URL(uri).protocol !== "file:") return [];
    try {
      return [fileURLToPath(uri)];
    } catch {
      return []; // a folder of another machine
    }
  });
}
