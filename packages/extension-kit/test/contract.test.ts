import { z } from "zod";
import { extensionContract } from "../src/contract.ts";
import { defineExtension, defineTool } from "../src/index.ts";

extensionContract("made by defineExtension", () => ({
  extension: defineExtension({
    name: "made",
    tools: [
      defineTool({
        name: "upper",
        description: "In capitals.",
        effect: "reads",
        input: z.object({ text: z.string() }),
        run: ({ text }) => text.toUpperCase(),
      }),
      defineTool({
        name: "wait",
        description: "Until the end.",
        effect: "reads",
        input: { type: "object", properties: { seconds: { type: "number" } } },
        run: (_, { signal }) =>
          new Promise((__, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))),
      }),
    ],
  }),
  works: { tool: "upper", input: { text: "a" } },
  misfits: { tool: "upper", input: { text: 7 } },
  lasts: { tool: "wait", input: {} },
}));
