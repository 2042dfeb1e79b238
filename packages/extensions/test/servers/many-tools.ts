// 3,000 tools in pages of 100, each with a long description.
import { serveLines } from "./line-server.ts";

serveLines({
  list({ cursor }) {
    const from = Number(cursor ?? 0);
    const tools = Array.from({ length: 100 }, (_, index) => ({
      name: `tool_${from + index}`,
      description: "long ".repeat(300),
      inputSchema: { type: "object" },
    }));
    return from + 100 < 3_000 ? { tools, nextCursor: String(from + 100) } : { tools };
  },
});
