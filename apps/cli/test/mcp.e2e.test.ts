import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text as readStream } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { AssistantPart, JsonValue } from "@skein/protocol";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { processesWith, temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";
import { entry } from "./entry.ts";

const use = (id: string, name: string, input: JsonValue): AssistantPart => ({
  type: "tool-call",
  id,
  name,
  input,
});
const say = (text: string): { parts: AssistantPart[] } => ({ parts: [{ type: "text", text }] });

const node = process.execPath;

function program(name: string): string {
  return fileURLToPath(new URL("dist/index.js", import.meta.resolve(`${name}/package.json`)));
}
const everything = program("@modelcontextprotocol/server-everything");
const filesystem = program("@modelcontextprotocol/server-filesystem");

describe("skein run --with-extension", () => {
  it("uses two servers beside the developer tools, and leaves nothing of them", async () => {
    await using folder = await temporaryFolder();
    const mark = folder.path; // is in the arguments of one server and in the environment of the other
    await writeFile(join(folder.path, "a.txt"), "kept in a file");
    await using server = await anthropicServer([
      {
        parts: [
          use("t1", "index__echo", { message: "over stdio" }),
          use("t2", "index-2__read_text_file", { path: join(folder.path, "a.txt") }),
          use("t3", "shell", { command: "echo from the shell" }),
          use("t4", "index__get-env", {}),
        ],
      },
      say("Seen."),
    ]);
    await using skein = await skeinHome(server.url);
    const task = ["run", "-t", "go", "--mode", "auto", "--output-format", "stream-json"];
    const first = ["--with-extension", `MARK=${mark} ${node} ${everything}`];
    const second = ["--with-extension", `${node} ${filesystem} ${folder.path}`];
    const ended = await skein.run([...task, ...first, ...second]);
    expect(ended).toMatchObject({ exitCode: 0 });
    const tools = ended.lines().at(0)?.["tools"];
    expect(tools).toEqual(
      expect.arrayContaining(["shell", "index__echo", "index-2__read_text_file", "index__get-env"]),
    );
    const request = server.requests[0]?.json() as { tools: { name: string }[] } | undefined;
    expect(request?.tools.map(({ name }) => name)).toEqual(tools);
    const results = server.requests[1]?.bytes.toString() ?? "";
    for (const words of ["Echo: over stdio", "kept in a file", "from the shell"])
      expect(results).toContain(words);
    expect(results).toContain("SKEIN_EXTENSION");
    expect(results).not.toContain("sk-ant-test-key");
    expect(await processesWith(mark)).toEqual([]);
  });

  it("asks before a server's tool unless the mode is auto, also when the server calls it harmless", async () => {
    await using server = await anthropicServer([{ parts: [use("t1", "index__get-env", {})] }]);
    await using skein = await skeinHome(server.url);
    const { exitCode } = await skein.here(["run", "-t", "go", "--with-extension", `${node} ${everything}`]);
    expect(exitCode).toBe(7);
    expect(server.requests).toHaveLength(1);
  });

  it("ends with 9 and the server's words when it cannot start; no model is asked", async () => {
    await using server = await anthropicServer([say("never")]);
    await using skein = await skeinHome(server.url);
    const line = `${node} -e "console.error('no token here'); process.exit(4)"`;
    const ended = await skein.here(["run", "-t", "go", "--with-extension", line]);
    expect(ended).toMatchObject({ exitCode: 9, stdout: "" });
    expect(ended.stderr).toContain("it ended with exit code 4: no token here");
    expect(server.requests).toEqual([]);
    const url = "http://127.0.0.1:9/mcp";
    const asJson = ["run", "-t", "go", "--output-format", "json"];
    const json = await skein.here([...asJson, "--with-streamable-http-extension", url]);
    expect(json.exitCode).toBe(9);
    expect(JSON.parse(json.stdout)).toMatchObject({ outcome: "extension", error: { code: "start-failed" } });
  });

  it("can be stopped while a server is starting, and leaves nothing of it", async () => {
    await using folder = await temporaryFolder();
    await using skein = await skeinHome();
    const line = `${node} -e "process.stderr.write('x'); setInterval(() => {}, 1000)" ${folder.path}`;
    const running = skein.start(["run", "-t", "go", "--output-format", "json", "--with-extension", line]);
    while ((await processesWith(folder.path)).length < 2) await new Promise((next) => setTimeout(next, 20));
    running.child.kill("SIGTERM");
    const { exitCode, stdout } = await running.ended;
    expect(exitCode).toBe(143);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: "cancelled" });
    expect(await processesWith(folder.path)).toEqual([]);
  });
});

describe("skein mcp developer", () => {
  it.each(["legacy", "auto"] as const)("serves its tools (%s)", async (mode) => {
    await using folder = await temporaryFolder();
    const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
    const transport = new StdioClientTransport({
      command: node,
      args: [entry, "mcp", "developer", "--cwd", folder.path],
    });
    await client.connect(transport);
    expect(client.getProtocolEra()).toBe(mode === "auto" ? "modern" : "legacy");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "edit",
      "read",
      "search",
      "shell",
      "job",
      "job_input",
      "tree",
      "write",
    ]);
    expect(tools.find(({ name }) => name === "read")?.annotations).toEqual({ readOnlyHint: true });
    expect(client.getInstructions()).toContain("Paths are relative");
    await client.callTool({ name: "write", arguments: { path: "a.txt", content: "one\n" } });
    const seconds = `600.${process.pid}${mode.length}`;
    const read = await client.callTool({
      name: "shell",
      arguments: { command: `cat a.txt; sleep ${seconds} >/dev/null & disown` },
    });
    expect(read.content).toEqual([{ type: "text", text: "one" }]);
    const failed = await client.callTool({ name: "read", arguments: { path: "none.txt" } });
    expect(failed).toMatchObject({ isError: true });
    const invalid = await client.callTool({ name: "read", arguments: {} });
    expect(invalid).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("/path: missing") as string }],
    });
    await expect(client.callTool({ name: "sudo" })).rejects.toThrow('There is no tool "sudo"');
    await client.close();
    expect(await processesWith(folder.path)).toEqual([]);
    expect(await processesWith(seconds)).toEqual([]);
  });

  it.each([
    ["SIGTERM", 143],
    [undefined, 0],
  ] as const)("ends on %s with %i, with what runs in it", async (signal, code) => {
    await using folder = await temporaryFolder();
    const child = spawn(node, [entry, "mcp", "developer", "--cwd", folder.path]);
    const ended = once(child, "close");
    const [stdout, stderr] = [readStream(child.stdout), readStream(child.stderr)];
    const seconds = `601.${process.pid}${code}`;
    const send = (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const clientInfo = { name: "test", version: "1.0.0" };
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
    send({ id: 1, method: "initialize", params });
    send({ method: "notifications/initialized" });
    const call = { name: "shell", arguments: { command: `sleep ${seconds}` } };
    send({ id: 2, method: "tools/call", params: call });
    while ((await processesWith(seconds)).length === 0) await new Promise((next) => setTimeout(next, 20));
    if (signal) child.kill(signal);
    else child.stdin.end();
    expect(await ended).toEqual([code, null]);
    expect(await stderr).toBe("");
    const lines = (await stdout).trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([1]);
    expect(await processesWith(seconds)).toEqual([]);
  });

  it("serves nothing it does not know", async () => {
    await using skein = await skeinHome();
    const { exitCode, stdout, stderr } = await skein.here(["mcp", "nothing"]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain('There is no built-in extension "nothing"');
    expect((await skein.here(["mcp"])).exitCode).toBe(2);
  });
});
