import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { expect, it } from "vitest";
import { say } from "./replies.ts";
import { skeinHome } from "./skein.ts";

it("a file beyond the window is read by the fast model, in the journal and on the bill, unasked", async () => {
  const call = { type: "tool-call", id: "t1", name: "summarize", input: { path: "build.log" } } as const;
  await using server = await anthropicServer([
    { parts: [call] },
    say("Part one."),
    say("Part two."),
    say("It failed at line 9."),
    say("Done."),
  ]);
  await using skein = await skeinHome(server.url);
  await writeFile(join(skein.home, "build.log"), `${"x".repeat(79)}\n`.repeat(1500));
  const fast = { SKEIN_FAST: "claude-haiku-4-5" };
  const args = ["run", "-t", "go", "-n", "log", "--with-builtin", "summarize", "--output-format", "json"];
  const { exitCode, stdout } = await skein.here(args, fast);
  expect(exitCode).toBe(0);
  const models = server.requests.map((request) => (request.json() as { model: string }).model);
  const [own = "", one, two, joined, last] = models;
  expect([one, two, joined]).toEqual(Array(3).fill("claude-haiku-4-5"));
  expect([own, last]).toEqual([last, own]);
  expect(own).not.toBe("claude-haiku-4-5");
  expect(server.requests[4]?.bytes.toString()).toContain("It failed at line 9.");
  const { sessionId, costUsd } = JSON.parse(stdout) as { sessionId: string; costUsd: number };
  const shown = await skein.here(["session", "show", sessionId, "--entries", "--json"]);
  expect(shown.stdout.match(/"purpose": ?"sampling"/g)).toHaveLength(3);
  expect(costUsd).toBeGreaterThan(0);
});
