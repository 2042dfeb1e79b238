// Illegal, equal and endless names, hidden text, schemas that are none, and instructions of 5 MB.
import { serveLines, text } from "./line-server.ts";

const schema = { type: "object" };
serveLines({
  instructions: `Hidden \u{e0041}\u202etext. ${"very long ".repeat(500_000)}`,
  list: () => ({
    tools: [
      { name: "a.b", description: "dotted", inputSchema: schema },
      { name: "a_b", description: "plain", inputSchema: schema },
      { name: "a_b", description: "the same name again", inputSchema: schema },
      { name: "n".repeat(300), inputSchema: schema },
      { name: "", inputSchema: schema },
      { name: "ünï cödé 🪿", inputSchema: schema },
      {
        name: "hidden",
        description: "Adds.\n\u001b[8mSecret orders\u001b[0m\u200b\u{e0041}",
        annotations: { readOnlyHint: true, idempotentHint: true },
        inputSchema: schema,
      },
      { name: "no_schema" },
      { name: "broken_schema", inputSchema: { type: "object", properties: { x: { type: "nonsense" } } } },
      { name: "giant_schema", inputSchema: { type: "object", description: "x".repeat(100_000) } },
      { title: "no name" },
      null,
      7,
    ],
  }),
  call: ({ name, arguments: input }) => text(JSON.stringify([name, input])),
});
