import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text as readStream } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { JsonValue } from "@skein/protocol";
import { anthropicServer, type AnthropicReply } from "@skein/provider-conformance/servers";
import { processesWith } from "@skein/test-kit";
import { describe, expect, it, onTestFailed } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome } from "./skein.ts";

const acpx = fileURLToPath(import.meta.resolve("acpx"));
const bundle = fileURLToPath(new URL("../bin/skein.cjs", import.meta.url));

type Message = {
  readonly method?: string;
  readonly params?: Params;
  readonly result?: Params;
  readonly error?: Params;
};
type Params = { readonly [name: string]: JsonValue };

/** acpx, with Skein's bundle as its agent, in a home of its own, on a model that says this. Its transcript is shown on failure. */
async function acpxHome(replies: readonly AnthropicReply[], mode: string) {
  const server = await anthropicServer(replies);
  const skein = await skeinHome(server.url);
  const transcript: string[] = [];
  onTestFailed(() => console.error(transcript.join("\n")));
  const agent = `${process.execPath} ${bundle} acp --provider anthropic --mode ${mode}`;
  const env = {
    PATH: process.env["PATH"],
    HOME: skein.home,
    SKEIN_NO_KEYRING: "1",
    ANTHROPIC_API_KEY: "sk-ant-test-key-0123456789",
    ANTHROPIC_BASE_URL: server.url,
  };

  async function run(...args: readonly string[]) {
    const all = [acpx, "--agent", agent, "--cwd", skein.home, "--format", "json", "--ttl", "20", ...args];
    const child = spawn(process.execPath, all, { cwd: skein.home, env, stdio: ["ignore", "pipe", "pipe"] });
    const [stdout, stderr] = [readStream(child.stdout), readStream(child.stderr)];
    const [code] = (await once(child, "close")) as [number | null];
    transcript.push(`$ acpx ${args.join(" ")}`, await stdout, await stderr, `exit ${code}`);
    const lines = (await stdout).split("\n").filter((line) => line.startsWith("{"));
    return { code, messages: lines.map((line) => JSON.parse(line) as Message) };
  }
  return {
    home: skein.home,
    server,
    run,
    async [Symbol.asyncDispose]() {
      await skein[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const updates = (messages: readonly Message[]) =>
  messages.flatMap(({ method, params }) =>
    method === "session/update" ? [params?.["update"] as Params] : [],
  );
const statuses = (messages: readonly Message[], id: string) =>
  updates(messages).flatMap(({ toolCallId, status }) => (toolCallId === id ? [status] : []));
const stopReasons = (messages: readonly Message[]) =>
  messages.flatMap(({ result }) => result?.["stopReason"] ?? []);

describe("acpx", () => {
  it("is the version that is pinned", () => {
    const { version } = JSON.parse(readFileSync(join(acpx, "../../package.json"), "utf8")) as {
      version: string;
    };
    expect(version).toBe("0.19.1");
  });

  it("has a prompt answered, with a call that it approves and a change that it sees", async () => {
    const edit = { path: "a.txt", old_text: "two", new_text: "2" };
    await using acp = await acpxHome(
      [
        {
          parts: [
            { type: "text", text: "Let me look." },
            shell("t1", "echo from the shell"),
            { type: "tool-call", id: "t2", name: "edit", input: edit },
          ],
        },
        say("Seen it all."),
      ],
      "approve",
    );
    writeFileSync(join(acp.home, "a.txt"), "one\ntwo\n");
    const { code, messages } = await acp.run("--approve-all", "exec", "look around");
    expect(code).toBe(0);
    expect(messages.filter(({ method }) => method === "session/request_permission")).toHaveLength(2);
    expect(statuses(messages, "t1")).toEqual(["pending", "in_progress", "completed"]);
    expect(updates(messages)).toContainEqual(
      expect.objectContaining({
        toolCallId: "t2",
        status: "completed",
        content: expect.arrayContaining([expect.objectContaining({ type: "diff" })]) as unknown,
      }),
    );
    expect(readFileSync(join(acp.home, "a.txt"), "utf8")).toBe("one\n2\n");
    expect(stopReasons(messages)).toEqual(["end_turn"]);
  });

  it("rejects a call, and the model goes on without it", async () => {
    await using acp = await acpxHome([{ parts: [shell("t1", "touch made")] }, say("Well.")], "approve");
    const { messages } = await acp.run("--deny-all", "exec", "make it");
    expect(statuses(messages, "t1")).toEqual(["pending", "failed"]);
    expect(stopReasons(messages)).toEqual(["end_turn"]);
    expect(acp.server.requests.at(-1)?.bytes.toString()).toContain("denied this call");
    expect(existsSync(join(acp.home, "made"))).toBe(false);
  });

  it("cancels a prompt in the middle of a call, and goes on in the same session", async () => {
    const seconds = `613.${process.pid}`;
    await using acp = await acpxHome([{ parts: [shell("t1", `sleep ${seconds}`)] }, say("Again.")], "auto");
    expect((await acp.run("sessions", "new")).code).toBe(0);
    const prompt = acp.run("prompt", "wait");
    while ((await processesWith(seconds)).length === 0) await new Promise((next) => setTimeout(next, 50));
    await acp.run("cancel");
    const { messages } = await prompt;
    expect(stopReasons(messages)).toEqual(["cancelled"]);
    expect(statuses(messages, "t1")).toEqual(["pending", "in_progress", "failed"]);
    expect(await processesWith(seconds)).toEqual([]);
    expect(stopReasons((await acp.run("prompt", "again")).messages)).toEqual(["end_turn"]);
    await acp.run("sessions", "close");
    while ((await processesWith(acp.home)).length > 0) await new Promise((next) => setTimeout(next, 50));
  });

  it("loads a session after the agent was killed, without another call of the model", async () => {
    await using acp = await acpxHome([say("Noted."), say("As before.")], "auto");
    expect((await acp.run("sessions", "new")).code).toBe(0);
    expect(stopReasons((await acp.run("prompt", "remember the word skein")).messages)).toEqual(["end_turn"]);
    // The agent, and what acpx keeps it with.
    for (const pid of await processesWith(acp.home)) process.kill(pid, "SIGKILL");
    while ((await processesWith(acp.home)).length > 0) await new Promise((next) => setTimeout(next, 50));
    const asked = () => acp.server.requests.filter(({ method }) => method === "POST");
    expect(asked()).toHaveLength(1);
    const { messages } = await acp.run("prompt", "again");
    expect(stopReasons(messages)).toEqual(["end_turn"]);
    expect(asked()).toHaveLength(2);
    expect(asked()[1]?.bytes.toString()).toContain("remember the word skein");
    await acp.run("sessions", "close");
    while ((await processesWith(acp.home)).length > 0) await new Promise((next) => setTimeout(next, 50));
  });
});
