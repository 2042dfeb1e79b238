// Usage: starts-late.ts MILLISECONDS
import { setTimeout as sleep } from "node:timers/promises";
import { echoTool, serveLines } from "./line-server.ts";

await sleep(Number(process.argv[2]));
serveLines({ list: () => ({ tools: [echoTool] }) });
