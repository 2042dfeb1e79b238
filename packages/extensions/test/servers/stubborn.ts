// Heeds neither the end of its input nor TERM, and has a child of the same kind in a session of its own.
// Usage: stubborn.ts MARK
import { spawn } from "node:child_process";
import { echoTool, serveLines } from "./line-server.ts";

process.on("SIGTERM", () => {});
setInterval(() => {}, 1_000);
const child = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
spawn(process.execPath, ["-e", child, process.argv[2] ?? ""], { stdio: "ignore", detached: true }).unref();
serveLines({ list: () => ({ tools: [echoTool] }) });
