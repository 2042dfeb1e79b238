import { spawn } from "node:child_process";
import { probeTiers, protectedPaths } from "../src/index.ts";

/** Starts a command in the tier bwrap, to be killed with it: `WORKSPACE TEMPORARY STATE COMMAND [OPTIONS]`. */
const [workspace = "", temporary = "", state = "", command = "", options = "{}"] = process.argv.slice(2);
const { watcher = [], ...limits } = JSON.parse(options) as { watcher?: string[] };
const barrier = (await probeTiers()).found.find(({ tier }) => tier === "bwrap");
const protect = protectedPaths("/nonexistent", workspace);
const opened = barrier?.open({ workspace, temporary, state, hosts: [], protect, ...limits });
const wrapped = await opened?.wrap({ argv: ["/bin/sh", "-c", command], cwd: workspace });
const [program = "", ...args] = [...watcher, ...(wrapped?.argv ?? [])];
spawn(program, args, { stdio: "inherit", env: { PATH: "/usr/bin:/bin", ...wrapped?.env } });
