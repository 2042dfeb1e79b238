// A program that uses a server and then waits to be killed. Usage: host.ts MARK
import { says, torture } from "../mcp/workshop.ts";

const extension = torture("stubborn", [process.argv[2] ?? ""]);
process.stdout.write(`${await says(extension, "echo")}\n`);
setInterval(() => {}, 1_000);
