import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Answer, AskUser, Question } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { done, setUp, use } from "./set-up.ts";

/** A server that adds a tool when it is called, and says so before the result. */
const source = `
const tools = ["grow"];
const send = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") {
    const { protocolVersion } = params;
    const capabilities = { tools: { listChanged: true } };
    send({ id, result: { protocolVersion, capabilities, serverInfo: { name: "plants", version: "1" } } });
  } else if (method === "tools/list") {
    send({ id, result: { tools: tools.map((name) => ({ name, inputSchema: { type: "object" } })) } });
  } else if (method === "tools/call") {
    if (params.name === "grow") tools.push("bloom");
    send({ method: "notifications/tools/list_changed" });
    send({ id, result: { content: [{ type: "text", text: params.name }] } });
  } else if (id !== undefined) send({ id, error: { code: -32601, message: "Method not found" } });
});`;

async function runWith(ask: AskUser | undefined) {
  await using folder = await temporaryFolder();
  const cwd = folder.path;
  await writeFile(join(cwd, "server.cjs"), source);
  const { runtime, settings } = setUp(
    join(cwd, "data"),
    [use("plants__grow", {}), use("plants__bloom", {}), done],
    cwd,
  );
  await using _ = runtime;
  const warnings: string[] = [];
  const { agent } = await runtime.open({
    ...settings,
    session: "s",
    mode: "auto",
    ask,
    warn: (sentence: string) => void warnings.push(sentence),
    servers: [
      { name: "plants", command: process.execPath, args: [join(cwd, "server.cjs")], cwd, newTools: "ask" },
    ],
  });
  const { outcome } = await agent.run("go").result;
  await expect.poll(() => ask !== undefined || warnings.join("\n").includes("bloom")).toBe(true);
  const results: string[] = [];
  for await (const entry of runtime.sessions.entries("s"))
    if (entry.kind === "tool-result") results.push(entry.failure?.kind ?? "ok");
  return { outcome, results, warnings };
}

it("asks a person about tools that a server adds, and then offers them", async () => {
  const questions: Question[] = [];
  const { outcome, results } = await runWith(async (question): Promise<Answer> => {
    questions.push(question);
    return { reply: {} };
  });
  expect(questions).toMatchObject([
    { kind: "elicitation", extension: "plants", message: expect.stringContaining("bloom") as string },
  ]);
  expect([outcome, results]).toEqual(["done", ["ok", "ok"]]);
});

it("withholds and reports them where no one can be asked, and the run continues", async () => {
  const { outcome, results, warnings } = await runWith(undefined);
  expect([outcome, results]).toEqual(["done", ["ok", "unknown-tool"]]);
  expect(warnings.join("\n")).toContain('The tool "bloom" is new');
});
