// Tools whose schemas vendors reject: some with one meaning, some with none.
import { serveLines, text } from "./line-server.ts";

const tool = (name: string, properties: object, more: object = {}) => ({
  name,
  inputSchema: { type: "object", properties, ...more },
});

serveLines({
  list: () => ({
    tools: [
      tool("marked", { city: { type: "string", required: true } }),
      tool("untyped", { city: { type: [] } }),
      tool("draft4", { days: { type: "integer", minimum: 0, exclusiveMinimum: true } }),
      tool("dangling", { city: { $ref: "#/definitions/City" } }),
      tool("unnamed", { "": { type: "string" } }),
      tool("good", { city: { type: "string" } }, { required: ["city"] }),
    ],
  }),
  call: ({ name, arguments: input }) => text(JSON.stringify([name, input])),
});
