// Asks the model with a tool of its own, and again with the tool's result.
import { echoTool, send, serveLines, text } from "./line-server.ts";

const tools = [{ name: "stock", description: "How many there are.", inputSchema: { type: "object" } }];
const messages: object[] = [{ role: "user", content: { type: "text", text: "How many pears?" } }];
const replies: unknown[] = [];
let call: number | string | undefined;

function ask(id: string): void {
  send({ id, method: "sampling/createMessage", params: { messages, maxTokens: 9, tools } });
}

serveLines({
  before({ id, result, error }) {
    if (typeof id !== "string" || !id.startsWith("ask-")) return false;
    replies.push(error ?? result);
    if (replies.length === 2 || error)
      return (send({ id: call, result: text(JSON.stringify(replies)) }), true);
    const { content } = result as { content: { type: string; id: string }[] };
    const toolUseId = content.find(({ type }) => type === "tool_use")?.id;
    const answer = { type: "tool_result", toolUseId, content: [{ type: "text", text: "7" }] };
    messages.push({ role: "assistant", content: content.slice(1) }, { role: "user", content: [answer] });
    ask("ask-2");
    return true;
  },
  list: () => ({ tools: [{ ...echoTool, name: "count" }] }),
  call(_, id) {
    call = id;
    ask("ask-1");
    return undefined;
  },
});
