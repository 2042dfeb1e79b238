import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { text as readStream } from "node:stream/consumers";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { processesWith } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { entry } from "./entry.ts";
import { say, shell } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

/** `skein acp` as a process, spoken to in lines. */
function start(
  { home, baseUrl }: SkeinHome,
  args: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
) {
  const child = spawn(process.execPath, [entry, "acp", ...args], {
    cwd: home,
    env: {
      PATH: process.env["PATH"],
      HOME: home,
      SKEIN_NO_KEYRING: "1",
      ANTHROPIC_API_KEY: "sk-ant-test-key-0123456789",
      ANTHROPIC_BASE_URL: baseUrl,
      ...more,
    },
  });
  const [stdout, stderr] = [readStream(child.stdout), readStream(child.stderr)];
  const ended = once(child, "close") as Promise<[number | null, string | null]>;
  return {
    child,
    send(message: object) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    },
    /** The next line that it writes. */
    async answer(): Promise<{ readonly result: { readonly sessionId: string } }> {
      const [chunk] = (await once(child.stdout, "data")) as [Buffer];
      return JSON.parse(chunk.toString()) as { result: { sessionId: string } };
    },
    async end() {
      const [code] = await ended;
      return { code, lines: (await stdout).trimEnd().split("\n"), stderr: await stderr };
    },
  };
}

const initialize = { id: 0, method: "initialize", params: { protocolVersion: 1 } };

describe("skein acp", () => {
  it("speaks the draft of version 2 where it is asked to, and refuses versions that there are not", async () => {
    await using skein = await skeinHome();
    const acp = start(skein, ["--protocol", "2"]);
    const info = { name: "test", version: "1" };
    acp.send({ id: 0, method: "initialize", params: { protocolVersion: 2, info } });
    expect(await acp.answer()).toMatchObject({
      id: 0,
      result: { protocolVersion: 2, info: { name: "skein" } },
    });
    acp.child.stdin.end();
    expect(await acp.end()).toMatchObject({ code: 0, stderr: "" });
    const { exitCode, stderr } = await skein.here(["acp", "--protocol", "3"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("--protocol: Skein does not speak version 3.");
  });

  it("speaks nothing but the protocol on standard output, and ends with its input", async () => {
    await using skein = await skeinHome();
    const acp = start(skein);
    acp.send(initialize);
    const answer = await acp.answer();
    expect(answer).toMatchObject({ id: 0, result: { protocolVersion: 1, agentInfo: { name: "skein" } } });
    acp.child.stdin.end();
    const { code, lines, stderr } = await acp.end();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(lines).toHaveLength(1);
  });

  it.each([
    ["SIGTERM", 143],
    [undefined, 0],
  ] as const)("ends on %s with %i, with what runs in it", async (signal, expected) => {
    const seconds = `612.${process.pid}${expected}`;
    await using server = await anthropicServer([{ parts: [shell("c1", `sleep ${seconds}`)] }]);
    await using skein = await skeinHome(server.url);
    const acp = start(skein, ["--provider", "anthropic", "--mode", "auto"]);
    acp.send(initialize);
    await acp.answer();
    acp.send({ id: 1, method: "session/new", params: { cwd: skein.home, mcpServers: [] } });
    const { sessionId } = (await acp.answer()).result;
    acp.send({
      id: 2,
      method: "session/prompt",
      params: { sessionId, prompt: [{ type: "text", text: "wait" }] },
    });
    while ((await processesWith(seconds)).length === 0) await new Promise((next) => setTimeout(next, 20));
    if (signal) acp.child.kill(signal);
    else acp.child.stdin.end();
    expect((await acp.end()).code).toBe(expected);
    expect(await processesWith(seconds)).toEqual([]);
  });

  it("writes requests and responses to the folder that SKEIN_DEBUG_HTTP names", async () => {
    await using server = await anthropicServer([say("Hello.")]);
    await using skein = await skeinHome(server.url);
    const acp = start(skein, ["--provider", "anthropic"], { SKEIN_DEBUG_HTTP: "http-log" });
    acp.send(initialize);
    await acp.answer();
    acp.send({ id: 1, method: "session/new", params: { cwd: skein.home, mcpServers: [] } });
    const { sessionId } = (await acp.answer()).result;
    const prompt = [{ type: "text", text: "hello" }];
    acp.send({ id: 2, method: "session/prompt", params: { sessionId, prompt } });
    const files = async () => readdir(join(skein.home, "http-log")).catch(() => []);
    await expect.poll(files).toContain("0001-response.body");
    acp.child.stdin.end();
    expect((await acp.end()).code).toBe(0);
  });

  it("takes flags for what holds for all sessions, and refuses others", async () => {
    await using skein = await skeinHome();
    const { exitCode, stderr } = await skein.here(["acp", "--text", "hello"]);
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--text") as string,
    });
    const acp = start(skein, ["--provider", "anthropic", "--mode", "plan"]);
    acp.send(initialize);
    await acp.answer();
    acp.send({ id: 1, method: "session/new", params: { cwd: skein.home, mcpServers: [] } });
    expect(await acp.answer()).toMatchObject({ result: { modes: { currentModeId: "plan" } } });
    acp.child.stdin.end();
    expect((await acp.end()).code).toBe(0);
  });
});
