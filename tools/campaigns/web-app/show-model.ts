import {
  anthropicServer,
  type AnthropicReply,
  type ScriptedServer,
} from "../../../packages/provider-conformance/src/servers/index.ts";
import { replyTo, type ShowReply } from "./show-replies.ts";

interface WireMessage {
  readonly role: string;
  readonly content: string | readonly { readonly type: string; readonly text?: string }[];
}

/** A model on loopback whose replies follow from what the user wrote, and from how many of its calls were answered since. */
export function showModel(): Promise<ScriptedServer> {
  return anthropicServer((request) => {
    const { messages, tools = [] } = request.json() as {
      readonly messages: readonly WireMessage[];
      readonly tools?: readonly unknown[];
    };
    if (tools.length === 0) return wireReply({ parts: [{ type: "text", text: "Cart totals" }] });
    const start = messages.findLastIndex((message) => message.role === "user" && wordsOf(message) !== "");
    const words = start < 0 ? "" : wordsOf(messages[start]!);
    const step = messages.slice(start + 1).filter(({ role }) => role === "assistant").length;
    return wireReply(replyTo(words, step));
  });
}

/** What the user wrote, without what the harness says beside it. */
function wordsOf({ content }: WireMessage): string {
  if (typeof content === "string") return content;
  if (content.some(({ type }) => type === "tool_result")) return "";
  const text = content.find(({ type }) => type === "text")?.text ?? "";
  return text.trim();
}

function wireReply({ parts, usage, ...delivery }: ShowReply): AnthropicReply {
  return {
    ...delivery,
    parts,
    usage: { output_tokens: 60, ...usage },
  };
}
