import { tryServers } from "./try-servers.ts";

// node tools/torture/chaos-mcp.ts [WORD…]: bad MCP servers, each with `skein run` that calls its tool. 0: each ended in a clear
// failure or a recovery, in time, with bounded memory and nothing left behind.
process.exitCode = (await tryServers(process.argv.slice(2))) === 0 ? 0 : 1;
