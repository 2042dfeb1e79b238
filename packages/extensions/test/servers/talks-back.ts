// Asks the client for things, never ends a call, reports progress, and changes its tools.
import { echoTool, send, serveLines, text } from "./line-server.ts";

const names = ["ask", "wait", "cancelled", "step", "grow"];
const cancelled: unknown[] = [];
const asked: unknown[] = [];
let asking: number | string | undefined;

serveLines({
  before(message) {
    if (message.method === "notifications/cancelled") cancelled.push(message.params?.["requestId"]);
    if (typeof message.id !== "string" || !message.id.startsWith("ask-")) return false;
    asked.push(message.error ?? message.result);
    if (asked.length === 3) send({ id: asking, result: text(JSON.stringify(asked)) });
    return true;
  },
  list: () => ({ tools: names.map((name) => ({ ...echoTool, name })) }),
  call({ name, _meta }, id) {
    if (name === "ask") {
      asking = id;
      const messages = [{ role: "user", content: { type: "text", text: "Who are you?" } }];
      send({ id: "ask-1", method: "sampling/createMessage", params: { messages, maxTokens: 5 } });
      const requestedSchema = { type: "object", properties: {} };
      send({ id: "ask-2", method: "elicitation/create", params: { message: "Password?", requestedSchema } });
      send({ id: "ask-3", method: "roots/list" });
    } else if (name === "step") {
      const { progressToken } = _meta as { progressToken: number };
      let step = 0;
      const timer = setInterval(() => {
        const params = { progressToken, progress: ++step, total: 6, message: `step\u001b[2J ${step}` };
        send({ method: "notifications/progress", params });
        if (step < 6) return;
        clearInterval(timer);
        send({ id, result: text("all steps done") });
      }, 300);
    } else if (name === "grow") {
      names.push("grown");
      send({ method: "notifications/tools/list_changed" });
      return text("grown");
    } else if (name === "cancelled") return text(JSON.stringify(cancelled));
    return undefined;
  },
});
