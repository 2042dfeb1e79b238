// Starts a command held by a tier and tells its process id, then waits to be killed. Arguments: folders, command.
import { spawn } from "node:child_process";
import { probe } from "../src/index.ts";

const [folders = "", command = ""] = process.argv.slice(2);
const sandbox = await probe({ folders: folders.split(":") });
if (sandbox.tier === "none") throw new Error(sandbox.reason);
const [program = "", ...args] = sandbox.wrap({ argv: ["/bin/sh", "-c", command] });
spawn(program, args, { stdio: ["ignore", "inherit", "inherit"], detached: true });
