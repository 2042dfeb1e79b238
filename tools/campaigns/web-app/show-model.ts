import {
  anthropicServer,
  type AnthropicReply,
  type Delivery,
  type ScriptedServer,
} from "../../../packages/provider-conformance/src/servers/index.ts";
import { replyTo, type ShowReply } from "./show-replies.ts";

interface WireMessage {
  readonly role: string;
  readonly content: string | readonly { readonly type: string; readonly text?: string }[];
}

export interface ShowModel extends ScriptedServer {
  /** Lets the replies go on that stopped half way. */
  letGoOn(): void;
}

/** Bytes of a reply that stops half way: some of its words, and not all. */
const heldAfterBytes = 2_000;

/** A model on loopback whose replies follow from what the user wrote, and from how many of its calls were answered since. */
export async function showModel(): Promise<ShowModel> {
  let held = Promise.withResolvers<void>();
  const server = await anthropicServer((request) => {
    const { messages, tools = [] } = request.json() as {
      readonly messages: readonly WireMessage[];
      readonly tools?: readonly unknown[];
    };
    if (tools.length === 0) return wireReply({ parts: [{ type: "text", text: "Cart totals" }] });
    const start = messages.findLastIndex((message) => message.role === "user" && wordsOf(message) !== "");
    const words = start < 0 ? "" : wordsOf(messages[start]!);
    const step = messages.slice(start + 1).filter(({ role }) => role === "assistant").length;
    const reply = replyTo(words, step);
    const stall = { stallAfterBytes: heldAfterBytes, stallUntil: held.promise };
    return wireReply(reply.isHeld ? { ...reply, ...stall } : reply);
  });
  return {
    ...server,
    letGoOn() {
      held.resolve();
      held = Promise.withResolvers();
    },
  };
}

/** What the user wrote, without what the harness says beside it. */
function wordsOf({ content }: WireMessage): string {
  if (typeof content === "string") return content;
  if (content.some(({ type }) => type === "tool_result")) return "";
  const text = content.find(({ type }) => type === "text")?.text ?? "";
  return text.trim();
}

function wireReply(reply: ShowReply & Delivery): AnthropicReply {
  return { ...reply, usage: { output_tokens: 60, ...reply.usage } };
}
