import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultOutput,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import type {
  AssistantPart,
  FilePart,
  JsonValue,
  ImagePart,
  Message,
  TextPart,
  ToolResultPart,
  UserPart,
} from "@skein/protocol";
import { omittedFile } from "@skein/provider-kit";
import { sidecarIn } from "./sidecar-options.ts";

export interface Conversation {
  readonly system: string;
  readonly messages: readonly Message[];
}

/** A prompt of the AI SDK as Skein's messages. What has no place here becomes a line of text or, of a reply, is left out. */
export function messagesIn(prompt: LanguageModelV4Prompt): Conversation {
  const system = prompt.flatMap((message) => (message.role === "system" ? [message.content] : []));
  return { system: system.join("\n\n"), messages: prompt.flatMap(messageOf) };
}

function messageOf(message: LanguageModelV4Message): Message[] {
  switch (message.role) {
    case "system":
      return [];
    case "user":
      return [{ role: "user", from: "user", content: message.content.map(userPart) }];
    case "assistant":
      return [{ role: "assistant", content: message.content.flatMap(assistantPart) }];
    case "tool": {
      const results = message.content.filter((part) => part.type === "tool-result");
      return results.length === 0 ? [] : [{ role: "tool", content: results.map(resultPart) }];
    }
  }
}

function userPart(part: LanguageModelV4TextPart | LanguageModelV4FilePart): UserPart {
  return part.type === "text" ? { type: "text", text: part.text } : filePart(part);
}

type AssistantContent = Extract<LanguageModelV4Message, { role: "assistant" }>["content"][number];

function assistantPart(part: AssistantContent): AssistantPart[] {
  const sidecar = sidecarIn(part.providerOptions);
  const kept = sidecar ? { sidecar } : {};
  switch (part.type) {
    case "text":
      return [{ type: "text", text: part.text, ...kept }];
    case "reasoning":
      return [{ type: "thinking", text: part.text, ...kept }];
    case "tool-call": {
      const { toolCallId: id, toolName: name, input, providerExecuted } = part;
      // A vendor's own call has no result that Skein would look for.
      return providerExecuted === true ? [] : [{ type: "tool-call", id, name, input: json(input), ...kept }];
    }
    case "custom":
      return sidecar ? [{ type: "opaque", sidecar }] : [];
    default:
      return [];
  }
}

function resultPart({ toolCallId, toolName, output }: LanguageModelV4ToolResultPart): ToolResultPart {
  return { type: "tool-result", callId: toolCallId, name: toolName, ...contentOf(output) };
}

function contentOf(output: LanguageModelV4ToolResultOutput): Pick<ToolResultPart, "content" | "failure"> {
  switch (output.type) {
    case "text":
      return { content: textContent(output.value) };
    case "json":
      return { content: textContent(JSON.stringify(output.value)) };
    case "error-text":
      return { content: textContent(output.value), failure: "failed" };
    case "error-json":
      return { content: textContent(JSON.stringify(output.value)), failure: "failed" };
    case "execution-denied":
      return { content: textContent(output.reason ?? "The user denied this call."), failure: "denied" };
    case "content":
      return {
        content: output.value.flatMap((item) =>
          item.type === "text" ? textContent(item.text) : item.type === "file" ? [filePart(item)] : [],
        ),
      };
  }
}

function textContent(text: string): TextPart[] {
  return text === "" ? [] : [{ type: "text", text }];
}

type FileLike = Pick<LanguageModelV4FilePart, "data" | "mediaType" | "filename">;

/** The AI SDK fetches addresses itself, since `supportedUrls` names none. */
function filePart({ data: said, mediaType, filename }: FileLike): TextPart | ImagePart | FilePart {
  const name = filename === undefined ? {} : { name: filename };
  switch (said.type) {
    case "data": {
      const data = typeof said.data === "string" ? said.data : Buffer.from(said.data).toString("base64");
      if (!mediaType.startsWith("image/")) return { type: "file", mediaType, data, ...name };
      return { type: "image", mediaType: mediaType === "image/*" ? "image/png" : mediaType, data };
    }
    case "text":
      return {
        type: "file",
        mediaType: "text/plain",
        data: Buffer.from(said.text).toString("base64"),
        ...name,
      };
    case "url":
    case "reference":
      return {
        type: "text",
        text: omittedFile(filename ?? `a file of type ${mediaType}`, "it is kept elsewhere"),
      };
  }
}

function json(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value ?? null)) as JsonValue;
}
