import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AssistantPart, JsonValue } from "@skein/protocol";
import { anthropicServer, processesWith } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

const say = (text: string): { parts: AssistantPart[] } => ({ parts: [{ type: "text", text }] });
const use = (id: string, name: string, input: JsonValue): AssistantPart => ({
  type: "tool-call",
  id,
  name,
  input,
});

/** Arguments that no other process has. */
const seconds = (tail: number) => `${60 + tail}.${process.pid}`;

describe("Ctrl-C while commands run", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "%s ends everything within two seconds",
    async (signal) => {
      const [a, b, c] = [seconds(1), seconds(2), seconds(3)];
      await using server = await anthropicServer([
        { parts: [use("t1", "shell", { command: `sleep ${a} & setsid sleep ${b} & echo up; sleep ${c}` })] },
      ]);
      await using skein = await skeinHome(server.url);
      const running = skein.start(["run", "-t", "go", "--mode", "auto", "--output-format", "stream-json"]);
      await running.shows('"up');
      const startedAt = performance.now();
      running.child.kill(signal);
      const { exitCode } = await running.ended;
      expect(exitCode).toBe({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal]);
      expect(performance.now() - startedAt).toBeLessThan(2_000);
      expect(await Promise.all([a, b, c].map(processesWith))).toEqual([[], [], []]);
    },
  );
});

describe("a run whose reader goes away", () => {
  it("ends without a stack trace", async () => {
    await using server = await anthropicServer((_, count) => ({
      parts: [use(`t${count}`, "shell", { command: `echo ${count}` })],
    }));
    await using skein = await skeinHome(server.url);
    const running = skein.start(["run", "-t", "go", "--mode", "auto", "--output-format", "stream-json"]);
    await running.shows("tool-end");
    running.child.stdout.destroy();
    const { exitCode, stderr } = await running.ended;
    expect(exitCode).toBe(130);
    expect(stderr).not.toContain("    at ");
  });
});

describe("kill -9 in the middle of a command", () => {
  it("loses nothing: the resumed session gets the real result, and the command ran once", async () => {
    const command = "echo x >> ran; sleep 2; echo REAL";
    await using server = await anthropicServer([{ parts: [use("t1", "shell", { command })] }, say("Seen.")]);
    await using skein = await skeinHome(server.url);
    const running = skein.start(["run", "-t", "go", "--mode", "auto", "--session-id", "s1"]);
    await waitFor(() => existsSync(join(skein.home, "ran")));
    running.child.kill("SIGKILL");
    await running.ended;
    const resumed = await skein.run(["run", "-r", "--session-id", "s1", "-t", "on", "--mode", "auto"]);
    expect(resumed).toMatchObject({ exitCode: 0, stdout: "Seen.\n" });
    expect(server.requests[1]?.bytes.toString()).toContain("REAL");
    expect(await readFile(join(skein.home, "ran"), "utf8")).toBe("x\n");
  });
});

describe("ten commands of one reply", () => {
  it("run at once and answer in order", async () => {
    const calls = Array.from({ length: 10 }, (_, n) =>
      use(`t${n}`, "shell", { command: `sleep 0.5; echo n${n}` }),
    );
    await using server = await anthropicServer([{ parts: calls }, say("Done.")]);
    await using skein = await skeinHome(server.url);
    const ended = await skein.run(["run", "-t", "go", "--mode", "auto", "--output-format", "stream-json"]);
    const durations = ended
      .lines()
      .flatMap((line) => (line["type"] === "tool-end" ? [Number(line["durationMs"])] : []));
    expect(durations).toHaveLength(10);
    expect(ended.lines().at(-1)?.["durationMs"]).toBeLessThan(3_000);
    const answers = [
      ...(server.requests[1]?.bytes.toString() ?? "").matchAll(/"tool_use_id":"(t\d)".*?(n\d)/g),
    ];
    expect(answers.map(([, id, output]) => [id, output])).toEqual(calls.map((_, n) => [`t${n}`, `n${n}`]));
  });
});

async function waitFor(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("It did not come to pass within ten seconds.");
}
