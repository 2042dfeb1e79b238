// A program that is killed in the very moment in which it has started a server. Usage: killed-at-start.ts MARK
import { fileURLToPath } from "node:url";
import { startServer } from "../../src/mcp/server-process.ts";

const file = fileURLToPath(new URL("stubborn.ts", import.meta.url));
void startServer(
  { name: "stubborn", command: process.execPath, args: [file, process.argv[2] ?? ""] },
  "stubborn",
);
process.kill(process.pid, "SIGKILL");
