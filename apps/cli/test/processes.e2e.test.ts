import { anthropicServer } from "@skein/provider-conformance/servers";
import { processesWith, temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome } from "./skein.ts";

/** Arguments that no other process has, and longer than a test may last: nothing ends by itself. */
const seconds = (tail: number) => `${600 + tail}.${process.pid}`;

describe("Ctrl-C while commands run", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s ends everything", async (signal) => {
    const [a, b, c] = [seconds(1), seconds(2), seconds(3)];
    await using server = await anthropicServer([
      { parts: [shell("t1", `sleep ${a} & setsid sleep ${b} & echo up; sleep ${c}`)] },
    ]);
    await using skein = await skeinHome(server.url);
    const running = skein.start(["run", "-t", "go", "--mode", "auto", "--output-format", "stream-json"]);
    await running.shows('"up');
    running.child.kill(signal);
    const { exitCode } = await running.ended;
    expect(exitCode).toBe({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal]);
    expect(await Promise.all([a, b, c].map(processesWith))).toEqual([[], [], []]);
  });
});

describe("a run whose reader goes away", () => {
  it("ends without a stack trace", async () => {
    await using server = await anthropicServer((_, count) => ({
      parts: [shell(`t${count}`, `echo ${count}`)],
    }));
    await using skein = await skeinHome(server.url);
    const running = skein.start(["run", "-t", "go", "--mode", "auto", "--output-format", "stream-json"]);
    await running.shows("tool-end");
    running.child.stdout.destroy();
    const { exitCode, stderr } = await running.ended;
    expect(exitCode).toBe(141);
    expect(stderr).not.toContain("    at ");
  });
});

describe("ten commands of one reply", () => {
  it("run at once and answer in order", async () => {
    await using folder = await temporaryFolder();
    const allAreThere = `until [ "$(ls ${folder.path} | wc -l)" -eq 10 ]; do sleep 0.02; done`;
    const calls = Array.from({ length: 10 }, (_, n) =>
      shell(`t${n}`, `touch ${folder.path}/${n}; ${allAreThere}; echo n${n}`),
    );
    await using server = await anthropicServer([{ parts: calls }, say("Done.")]);
    await using skein = await skeinHome(server.url);
    const ended = await skein.run(["run", "-t", "go", "--mode", "auto", "--output-format", "stream-json"]);
    expect(ended.lines().filter((line) => line["type"] === "tool-end")).toHaveLength(10);
    const answers = [
      ...(server.requests[1]?.bytes.toString() ?? "").matchAll(/"tool_use_id":"(t\d)".*?(n\d)/g),
    ];
    expect(answers.map(([, id, output]) => [id, output])).toEqual(calls.map((_, n) => [`t${n}`, `n${n}`]));
  });
});
