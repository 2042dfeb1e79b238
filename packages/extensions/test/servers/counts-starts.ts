import { appendFileSync, readFileSync } from "node:fs";
import { serveLines } from "./line-server.ts";

const { STARTS = "", TOOLS = "" } = process.env;
appendFileSync(STARTS, "1");
const inputSchema = { type: "object", properties: { a: { type: "integer" } } };
serveLines({
  instructions: "Echo well.",
  list: () => ({
    tools: readFileSync(TOOLS, "utf8")
      .split(",")
      .map((name) => ({ name, inputSchema })),
  }),
});
