import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SetLevelRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import { mcp, type ServerLogLine } from "../../src/index.ts";
import { says, using } from "./workshop.ts";

function logging() {
  const server = new McpServer({ name: "s", version: "1" }, { capabilities: { logging: {} } });
  const levels: string[] = [];
  server.server.setRequestHandler(SetLevelRequestSchema, ({ params }) => (levels.push(params.level), {}));
  server.registerTool("work", {}, async () => {
    await server.server.sendLoggingMessage({ level: "warning", logger: "db", data: "slow\n\u001b[2Jquery" });
    await server.server.sendLoggingMessage({ level: "info", data: { message: "done", rows: 3 } });
    await server.server.sendLoggingMessage({ level: "debug", data: [1, 2] });
    return { content: [] };
  });
  return { server, levels };
}

describe("what a server writes for people", () => {
  it("is asked for from a level on, and comes as lines that are safe to show", async () => {
    const { server, levels } = logging();
    const lines: ServerLogLine[] = [];
    await using extension = using(mcp({ server, logLevel: "debug", log: (line) => void lines.push(line) }));
    await says(extension, "work");
    await expect.poll(() => levels).toEqual(["debug"]);
    await expect
      .poll(() => lines)
      .toEqual([
        { level: "warning", text: "db: slow ⏎ query" },
        { level: "info", text: "done" },
        { level: "debug", text: "[1,2]" },
      ]);
  });

  it("is not asked for where it is dropped", async () => {
    const { server, levels } = logging();
    await using extension = using(mcp({ server }));
    expect(await says(extension, "work")).toBe("(The tool gave no output.)");
    expect(levels).toEqual([]);
  });

  it("has the last lines of its standard error, also when they flood", async () => {
    const lines: ServerLogLine[] = [];
    // At once, so that they arrive at once: of what arrives together only the end is kept.
    const flood = "process.stderr.write(Array.from({ length: 5000 }, (_, at) => `line ${at}\\n`).join(''))";
    const args = ["-e", flood];
    await using extension = using(
      mcp({ command: process.execPath, args, log: (line) => void lines.push(line) }),
    );
    await expect(extension.tools()).rejects.toThrow("line 4999");
    expect(lines.at(-1)).toEqual({ level: "stderr", text: "line 4999" });
    expect(lines.length).toBeLessThan(1_000);
  });
});
