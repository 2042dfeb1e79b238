import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const guide = new URL("../../../docs/write-an-extension.md", import.meta.url);
const here = fileURLToPath(new URL("..", import.meta.url));

it("the ten lines of the guide are a server that other clients can use", async () => {
  const code = /```ts\n([^]*?)```/.exec(await readFile(guide, "utf8"))?.[1] ?? "";
  expect(
    code
      .trim()
      .split("\n")
      .filter((line) => line !== "").length,
  ).toBeLessThanOrEqual(12);
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", code], {
    cwd: here,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const clientInfo = { name: "another", version: "1" };
  const messages = [
    { id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo } },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: { name: "roll", arguments: {} } },
  ];
  for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const { id, result } = JSON.parse(line) as { id?: number; result?: { content?: unknown } };
      if (id !== 2) continue;
      expect(result?.content).toEqual([
        { type: "text", text: expect.stringMatching(/^[1-6] of 6$/) as string },
      ]);
      return;
    }
    expect.unreachable("the server ended without an answer");
  } finally {
    child.stdin.end();
    child.kill();
  }
});
