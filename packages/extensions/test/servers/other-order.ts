// The same tools in the order that it is told: names, separated by commas.
import { serveLines } from "./line-server.ts";

const names = (process.argv[2] ?? "").split(",");

serveLines({
  list: () => ({
    tools: names.map((name) => ({
      name,
      description: `Does ${name}.`,
      inputSchema: { type: "object", properties: { at: { type: "string" } } },
    })),
  }),
});
