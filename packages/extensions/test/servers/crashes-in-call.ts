// Ends in every call of `crash`, and the first time leaves a child behind. Usage: crashes-in-call.ts CHILD-ARGUMENT
import { spawn } from "node:child_process";
import { echo, echoTool, serveLines } from "./line-server.ts";

serveLines({
  list: () => ({ tools: [echoTool, { ...echoTool, name: "crash" }] }),
  call(params) {
    if (params["name"] !== "crash") return echo(params);
    spawn("sleep", [process.argv[2] ?? "60"], { stdio: "ignore", detached: true });
    process.stderr.write("out of luck\n");
    process.exit(7);
  },
});
