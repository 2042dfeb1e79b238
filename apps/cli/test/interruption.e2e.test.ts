import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { anthropicServer, type AnthropicReply } from "@skein/provider-conformance/servers";
import { processesWith } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";
import { hasTerminal, skeinInTerminal } from "./terminal.ts";

const bad = fileURLToPath(new URL("../../../tools/campaigns/mcp-servers/bad-server.ts", import.meta.url));

interface Phase {
  readonly name: string;
  /** Replies until the interruption; a request for a summary gets none. */
  readonly replies: readonly AnthropicReply[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly prepare?: (skein: SkeinHome) => Promise<unknown>;
  /** Requests after which it is there; further on, standard output shows `shows`, and `isThere`. */
  readonly requests?: number;
  readonly shows?: string;
  readonly isThere?: (pid: number, lastRequest: string) => boolean | Promise<boolean>;
}

const silence: AnthropicReply = { ...say("never"), stallAfterBytes: 0 };

const isSummary = (request: string) => request !== "" && !request.includes('"tools"');

/** Files that a checkpoint reads for seconds, though they take no room on the disk. */
function sparseFiles({ home }: SkeinHome): void {
  mkdirSync(join(home, "sparse"));
  for (let at = 0; at < 200; at++) {
    const file = openSync(join(home, "sparse", `${at}.bin`), "w");
    ftruncateSync(file, 9_000_000);
    closeSync(file);
  }
}

function hasOpen(pid: number, folder: string): boolean {
  const descriptors = `/proc/${pid}/fd`;
  return readdirSync(descriptors).some((name) => {
    try {
      return readlinkSync(join(descriptors, name)).includes(folder);
    } catch {
      return false; // closed in between
    }
  });
}

/** Trusts a recipe whose check takes long once. */
function slowCheck(mark: string) {
  const command = `test -f again || { touch again; sleep ${mark}; }`;
  const check = `retry:\n  max_retries: 1\n  checks:\n    - { type: shell, command: "${command}" }\n`;
  return async (skein: SkeinHome) => {
    writeFileSync(
      join(skein.home, "slow.yaml"),
      `version: 1.0.0\ntitle: t\ndescription: d\nprompt: go\n${check}`,
    );
    await skein.here(["trust", "slow.yaml"]);
  };
}

/** @param mark - an argument that no other process has. */
const phases = (mark: string): readonly Phase[] => {
  const withServer = (mode: string) => ["--with-extension", `${process.execPath} ${bad} '${mode}' ${mark}`];
  const calls = { type: "tool-call", id: "t1", name: "bad-server__work", input: {} } as const;
  const delegates = { ...calls, name: "subagent", input: { instructions: "Sleep." } } as const;
  const runsMarked = async (pid: number) => (await processesWith(mark)).some((id) => id !== pid);
  return [
    {
      name: "an MCP server starts",
      replies: [],
      args: ["-t", "go", ...withServer("never greets")],
      requests: 0,
      isThere: runsMarked,
    },
    {
      name: "a request waits for its reply",
      replies: [silence],
      requests: 1,
    },
    {
      name: "a reply streams",
      replies: [{ ...say("word ".repeat(4000)), stallAfterBytes: 9000 }],
      requests: 1,
      shows: "text-delta",
    },
    {
      name: "a retry is waited for",
      replies: [{ status: 429, headers: { "retry-after": "50" }, body: {} }],
      requests: 1,
      shows: "retry-wait",
    },
    {
      name: "a command runs",
      replies: [{ parts: [shell("t1", `sleep ${mark}`)] }],
      requests: 1,
      shows: "tool-start",
    },
    {
      name: "a tool of an MCP server runs",
      replies: [{ parts: [calls] }],
      args: ["-t", "go", ...withServer("never answers")],
      requests: 1,
      shows: "tool-start",
    },
    {
      name: "a conversation is compacted",
      replies: Array.from({ length: 20 }, (_, at) => ({ parts: [shell(`t${at}`, `seq ${at} 1000`)] })),
      env: { SKEIN_CONTEXT_LIMIT: "9000" },
      isThere: (_, request) => isSummary(request),
    },
    {
      name: "a checkpoint is taken",
      prepare: async (skein) => sparseFiles(skein),
      args: ["-t", "go", "--cwd", "sparse"],
      replies: [{ parts: [shell("t1", `touch marker; sleep ${mark}`)] }],
      requests: 1,
      isThere: (pid) => hasOpen(pid, "/sparse/"),
    },
    {
      name: "a subagent is at work",
      replies: [{ parts: [delegates] }, { parts: [shell("t2", `sleep ${mark}`)] }],
      requests: 2,
      isThere: runsMarked,
    },
    {
      name: "a subagent waits for its reply",
      replies: [{ parts: [delegates] }, silence],
      requests: 2,
    },
    {
      name: "a check of a recipe runs",
      prepare: slowCheck(mark),
      args: ["--recipe", "slow.yaml"],
      replies: [say("Written.")],
      requests: 1,
      isThere: runsMarked,
    },
  ];
};

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(20);
}

async function expectGoesOn(skein: SkeinHome): Promise<void> {
  const resumed = await skein.here(["run", "-t", "go on", "--session-id", "s", "-q"]);
  expect(resumed).toMatchObject({ exitCode: 0, stdout: "Resumed.\n" });
}

describe("Ctrl-C", () => {
  const mark = `77.${process.pid}`;
  it.each(phases(mark))("while $name: 130, nothing is left, and the session goes on", async (phase) => {
    const { replies, args = ["-t", "go"], env, prepare, requests, shows, isThere } = phase;
    let isInterrupted = false;
    await using server = await anthropicServer(({ bytes }, count) => {
      if (isInterrupted) return say("Resumed.");
      return isSummary(bytes.toString()) ? silence : (replies[count] ?? say("Too early."));
    });
    await using skein = await skeinHome(server.url);
    await prepare?.(skein);
    const run = ["run", "--mode", "auto", "--session-id", "s", "--output-format", "stream-json"];
    const running = skein.start([...run, ...args], env);
    await until(() => requests === undefined || server.requests.length === requests);
    if (shows !== undefined) await running.shows(shows);
    const lastRequest = () => server.requests.at(-1)?.bytes.toString() ?? "";
    await until(() => isThere?.(running.child.pid!, lastRequest()) ?? true);
    isInterrupted = true;
    running.child.kill("SIGINT");
    const ended = await running.ended;
    expect(ended.exitCode).toBe(130);
    expect(ended.lines().at(-1)).toMatchObject({ type: "result", outcome: "cancelled", exitCode: 130 });
    expect(await processesWith(mark)).toEqual([]);
    await expectGoesOn(skein);
  });

  it.skipIf(!hasTerminal).each([
    ["as a key", "\u0003"],
    ["as a signal", undefined],
  ])("while an approval is open, %s: 130, nothing has run, and the session goes on", async (_, key) => {
    await using server = await anthropicServer([{ parts: [shell("t1", "touch marker")] }, say("Resumed.")]);
    await using skein = await skeinHome(server.url);
    const run = ["run", "-t", "go", "--mode", "approve", "--session-id", "s"];
    const env = { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: server.url, SKEIN_NO_KEYRING: "1" };
    await using running = skeinInTerminal(run, { cwd: skein.home, env });
    await running.shows("[?] why:");
    if (key === undefined) running.kill("SIGINT");
    else running.type(key);
    expect(await running.ended).toBe(130);
    expect(readdirSync(skein.home)).not.toContain("marker");
    await expectGoesOn(skein);
  });

  it.each<[string, (skein: SkeinHome) => Promise<unknown>]>([
    ["at once", () => Promise.resolve()],
    ["after 600 ms", () => setTimeout(600)],
    ["when the first thing is written", ({ home }) => until(() => readdirSync(home).length > 0)],
  ])("after the start, %s: ended by the signal before anything is begun, or 130", async (_, begun) => {
    let isInterrupted = false;
    await using server = await anthropicServer(() => (isInterrupted ? say("Resumed.") : silence));
    await using skein = await skeinHome(server.url);
    const running = skein.start(["run", "-t", "go", "--session-id", "s", "--output-format", "json"]);
    await begun(skein);
    running.child.kill("SIGINT");
    const { exitCode, stdout } = await running.ended;
    const { signalCode } = running.child;
    isInterrupted = true;
    const isBySignal = exitCode === null;
    expect(
      isBySignal
        ? { signalCode, stdout, asked: server.requests.length, left: readdirSync(skein.home) }
        : (JSON.parse(stdout) as object),
    ).toMatchObject(
      isBySignal
        ? { signalCode: "SIGINT", stdout: "", asked: 0, left: [] }
        : { outcome: "cancelled", exitCode },
    );
    expect([null, 130]).toContain(exitCode);
    await expectGoesOn(skein);
  });
});
