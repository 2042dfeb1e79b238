import { fileURLToPath } from "node:url";
import { anthropicServer, processesWith, type AnthropicReply } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome } from "./skein.ts";

const bad = fileURLToPath(new URL("../../../tools/torture/bad-server.ts", import.meta.url));

interface Phase {
  readonly name: string;
  /** Replies until the interruption. */
  readonly replies: readonly AnthropicReply[];
  readonly args?: readonly string[];
  /** Requests after which it is there; further on, standard output shows `shows`. */
  readonly requests: number;
  readonly shows?: string;
}

/** @param mark - an argument that no other process has. */
const phases = (mark: string): readonly Phase[] => {
  const withServer = (mode: string) => ["--with-extension", `${process.execPath} ${bad} '${mode}' ${mark}`];
  const calls = { type: "tool-call", id: "t1", name: "work", input: {} } as const;
  return [
    { name: "an MCP server starts", replies: [], args: withServer("never greets"), requests: 0 },
    {
      name: "a request waits for its reply",
      replies: [{ ...say("never"), stallAfterBytes: 0 }],
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
      args: withServer("never answers"),
      requests: 1,
      shows: "tool-start",
    },
  ];
};

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe("Ctrl-C", () => {
  const mark = `77.${process.pid}`;
  it.each(phases(mark))("while $name: 130, nothing is left, and the session goes on", async (phase) => {
    const { replies, args = [], requests, shows } = phase;
    let isInterrupted = false;
    await using server = await anthropicServer((_, count) =>
      isInterrupted ? say("Resumed.") : (replies[count] ?? say("Too early.")),
    );
    await using skein = await skeinHome(server.url);
    const run = ["run", "-t", "go", "--mode", "auto", "--session-id", "s", "--output-format", "stream-json"];
    const running = skein.start([...run, ...args]);
    // Skein itself has the mark among its arguments, and then the server.
    await until(async () => requests > 0 || (await processesWith(mark)).length === 2);
    await until(() => server.requests.length === requests);
    if (shows !== undefined) await running.shows(shows);
    isInterrupted = true;
    const startedAt = performance.now();
    running.child.kill("SIGINT");
    const ended = await running.ended;
    expect(ended.exitCode).toBe(130);
    expect(ended.lines().at(-1)).toMatchObject({ type: "result", outcome: "cancelled", exitCode: 130 });
    // Two seconds on an idle machine.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(await processesWith(mark)).toEqual([]);
    const resumed = await skein.here(["run", "-t", "go on", "--session-id", "s", "-q"]);
    expect(resumed).toMatchObject({ exitCode: 0, stdout: "Resumed.\n" });
  });
});
