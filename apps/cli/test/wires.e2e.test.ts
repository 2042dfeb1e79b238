import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome } from "./skein.ts";
import { withoutBreakpoints, resultsIn, testKey, wires } from "./wires.ts";

const auto = ["run", "-t", "go", "--mode", "auto"];
/** Cut after the sixth event, it has said at least "Half of the ans". */
const half = { ...say("Half of the answer, and then no more of it."), deltaSize: 5, cutAfterEvents: 6 };
const turns = 24;

// What the command promises, it promises on every wire.
describe.concurrent.each(wires)("on the wire of $name", (wire) => {
  it("the answer alone is on standard output, and the second request carries the call's result", async () => {
    await using server = await wire.serve([
      { parts: [shell("t1", "printf 'out-%s' 1")] },
      say("All is well."),
    ]);
    await using skein = await skeinHome();
    const { exitCode, stdout, stderr } = await skein.run(auto, wire.env(server.url));
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "All is well.\n" });
    expect(stderr).toContain("printf");
    expect(resultsIn(wire, server.requests[1], /out-\d/)).toEqual([["t1", "out-1"]]);
    expect(server.requests).toHaveLength(2);
  });

  it("stream-json begins with init and ends with the result; calls run at once and are answered in order, and what was thought goes back as it came", async () => {
    const calls = ["0.6", "0.3", "0"].map((seconds, at) =>
      shell(`t${at}`, `sleep ${seconds}; printf 'out-%s' ${at}`),
    );
    await using server = await wire.serve([{ parts: [wire.thought, ...calls] }, say("Done.")]);
    await using skein = await skeinHome();
    const ended = await skein.run([...auto, "--output-format", "stream-json"], wire.env(server.url));
    const lines = ended.lines();
    expect(lines.at(0)).toMatchObject({ type: "init", schema: 1, provider: wire.provider, mode: "auto" });
    expect(lines.at(0)?.["tools"]).toContain("shell");
    expect(server.requests[1]?.bytes.toString()).toContain(wire.returnedThought);
    expect(lines.at(-1)).toMatchObject({
      type: "result",
      outcome: "done",
      exitCode: 0,
      turns: 2,
      text: "Done.",
    });
    const finished = lines.flatMap(({ type, callId }) => (type === "tool-end" ? [callId] : []));
    expect(finished).toEqual(["t2", "t1", "t0"]);
    expect(resultsIn(wire, server.requests[1], /out-\d/)).toEqual([
      ["t0", "out-0"],
      ["t1", "out-1"],
      ["t2", "out-2"],
    ]);
  });

  it("a refused key is 3, with a hint that names its variable, after one request", async () => {
    await using server = await wire.serve([{ status: 401, body: wire.wrongKey }]);
    await using skein = await skeinHome();
    const { exitCode, stdout, stderr } = await skein.run(auto, wire.env(server.url));
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: "" });
    expect(stderr).toContain(wire.keyVariable);
    expect(stderr).not.toContain(testKey);
    expect(server.requests).toHaveLength(1);
  });

  it("a stream that breaks once in the middle is made again, and nothing is glued together", async () => {
    await using server = await wire.serve([half, say("The whole answer.")]);
    await using skein = await skeinHome();
    const { exitCode, stdout, stderr } = await skein.run(auto, wire.env(server.url));
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "The whole answer.\n" });
    expect(stderr).toContain("made again");
  });

  it("one that breaks every time is 3, and what had arrived is in the journal", async () => {
    await using server = await wire.serve(() => half);
    await using skein = await skeinHome();
    const broken = await skein.run([...auto, "--session-id", "s1"], wire.env(server.url));
    expect(broken).toMatchObject({ exitCode: 3, stdout: "" });
    expect(server.requests).toHaveLength(4);
    await using well = await wire.serve([say("Here.")]);
    const resumed = await skein.run([...auto, "-r", "--session-id", "s1"], wire.env(well.url));
    expect(resumed).toMatchObject({ exitCode: 0, stdout: "Here.\n" });
    // A word that is cut could be the beginning of a secret.
    expect(well.requests[0]?.bytes.toString()).toContain("Half of the");
  });

  it("a call that the output limit cut off is not run, and the model is told", async () => {
    await using server = await wire.serve([wire.cutOffCall, say("I will do less at once.")]);
    await using skein = await skeinHome();
    const { exitCode, stdout } = await skein.run(auto, wire.env(server.url));
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "I will do less at once.\n" });
    expect(existsSync(join(skein.home, "marker"))).toBe(false);
    expect(resultsIn(wire, server.requests[1], /was cut off before/)).toEqual([["t1", "was cut off before"]]);
  });

  it(`a request's bytes begin the next request, over ${turns} turns`, async () => {
    await using server = await wire.serve((_, count) =>
      count < turns ? { parts: [wire.thought, shell(`t${count}`, `echo ${count}`)] } : say("Done."),
    );
    await using skein = await skeinHome();
    const { exitCode } = await skein.run(auto, wire.env(server.url));
    expect([exitCode, server.requests.length]).toEqual([0, turns + 1]);
    for (const [at, next] of server.requests.slice(1).entries()) {
      // What only closes lists and objects may be followed by more.
      const before = withoutBreakpoints(server.requests[at]!).replace(/[\]}]+$/, "");
      expect(before.length).toBeGreaterThan(1_000);
      expect(withoutBreakpoints(next).startsWith(before)).toBe(true);
      expect(withoutBreakpoints(next).length).toBeGreaterThan(before.length + 100);
    }
  });

  it("kill -9 during a command loses nothing: the resumed session gets its result, and it ran once", async () => {
    const command = "echo x >> ran; sleep 2; printf 'out-%s' 7";
    await using server = await wire.serve([{ parts: [shell("t1", command)] }, say("Seen.")]);
    await using skein = await skeinHome();
    const running = skein.start([...auto, "--session-id", "s1"], wire.env(server.url));
    await expect.poll(() => existsSync(join(skein.home, "ran"))).toBe(true);
    running.child.kill("SIGKILL");
    await running.ended;
    const resumed = await skein.run([...auto, "-r", "--session-id", "s1"], wire.env(server.url));
    expect(resumed).toMatchObject({ exitCode: 0, stdout: "Seen.\n" });
    expect(resultsIn(wire, server.requests[1], /out-\d/)).toEqual([["t1", "out-7"]]);
    expect(await readFile(join(skein.home, "ran"), "utf8")).toBe("x\n");
  });
});
