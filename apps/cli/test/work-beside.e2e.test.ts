import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anthropicServer, type AnthropicReply } from "@skein/provider-conformance/servers";
import { describe, expect, it, onTestFinished } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

interface Listed {
  readonly id: string;
  readonly state: string;
  readonly pid: number | null;
  readonly costUsd: number;
  readonly questions: readonly { readonly id: string }[];
}

/** A home whose model replies so, and what its processes are asked for in these tests. */
async function beside(replies: readonly AnthropicReply[]) {
  const server = await anthropicServer(replies);
  const skein = await skeinHome(server.url);
  const pids: number[] = [];
  onTestFinished(async () => {
    for (const pid of pids) endNow(pid);
    await skein[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });
  return {
    skein,
    bodies: () => server.requests.map(({ bytes }) => bytes.toString()),
    /** The session `live`, in a process of its own. */
    begin: async (...args: readonly string[]): Promise<number> => {
      const started = await skein.run(["bg", "go", "--session-id", "live", "--json", ...args]);
      expect(started).toMatchObject({ exitCode: 0, stderr: "" });
      const { id, pid } = JSON.parse(started.stdout) as { readonly id: string; readonly pid: number };
      expect(id).toBe("live");
      pids.push(pid);
      return pid;
    },
    list: () => listed(skein),
    isInState: (state: string) =>
      expect.poll(async () => (await listed(skein))[0]?.state, { interval: 100 }).toBe(state),
  };
}

async function listed(skein: SkeinHome): Promise<readonly Listed[]> {
  const { stdout } = await skein.here(["ps", "--json"]);
  return (JSON.parse(stdout) as { readonly sessions: readonly Listed[] }).sessions;
}

function endNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has ended by itself
  }
}

/** Also where no one collects the exit code of a process without a parent. */
const isGone = (pid: number) => expect.poll(() => /^State:\t[^Z]/m.test(statusOf(pid))).toBe(false);

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
}

const waiting: AnthropicReply = {
  parts: [shell("t1", "touch started; until [ -e go ]; do sleep 0.02; done")],
};

const hasStarted = ({ home }: SkeinHome) => expect.poll(() => existsSync(join(home, "started"))).toBe(true);

describe("a run in the background", () => {
  it("asks, is answered from another terminal, goes on, and ends with its process", async () => {
    const { skein, begin, list, isInState } = await beside([
      { parts: [shell("t1", "echo one > made")] },
      say("Done here."),
    ]);
    const pid = await begin("--mode", "approve");
    await isInState("asks");
    expect((await list())[0]).toMatchObject({ id: "live", pid, questions: [{ tool: "shell" }] });
    const shown = await skein.here(["ps"]);
    expect(shown.stdout).toMatch(/^live +asks .*\? shell echo one > made$/m);
    expect(shown.stderr).toContain("asks: skein answer live");
    const answered = await skein.here(["answer", "live", "--allow", "once"]);
    expect(answered.stderr).toContain(`Process ${pid} continues the session.`);
    await isInState("done");
    await isGone(pid);
    expect(readFileSync(join(skein.home, "made"), "utf8")).toBe("one\n");
    expect((await list())[0]).toMatchObject({ pid: null, questions: [] });
  });

  it("reads its task from standard input, and says where it is", async () => {
    const { skein, bodies, isInState } = await beside([say("Reviewed.")]);
    const started = await skein.run(["bg", "-t", "review this", "--mode", "plan"], {}, { input: "the diff" });
    expect(started.exitCode).toBe(0);
    expect(started.stdout).toMatch(/^\S+\n$/);
    await isInState("done");
    expect(bodies()[0]).toContain(String.raw`review this\n\nthe diff`);
  });

  it("has its session named, whether it still runs or has ended already", async () => {
    const { skein, list } = await beside([say("Done here.")]);
    const started = await skein.run(["bg", "go", "--session-id", "short", "--mode", "plan"]);
    expect(started).toMatchObject({ exitCode: 0, stdout: "short\n" });
    expect((await list()).map(({ id }) => id)).toEqual(["short"]);
  });

  it("that cannot begin says why, with the exit code of a run", async () => {
    const { skein, list } = await beside([]);
    const refused = await skein.run(["bg", "go", "--mode", "fast"]);
    expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
    expect(refused.stderr).toContain('--mode cannot be "fast".');
    expect(await list()).toEqual([]);
    const empty = await skein.run(["bg", "--no-stdin"]);
    expect(empty.stderr).toContain("There is no task.");
  });

  it("is stopped, and the session stays", async () => {
    const { skein, begin, isInState } = await beside([waiting, say("Never.")]);
    const pid = await begin("--mode", "auto");
    await hasStarted(skein);
    const stopped = await skein.here(["stop", "live"]);
    expect(stopped).toMatchObject({ exitCode: 0, stderr: "Stopped. To go on: skein resume live\n" });
    await isGone(pid);
    await isInState("cancelled");
    const again = await skein.here(["stop", "live"]);
    expect(again).toMatchObject({ exitCode: 2 });
    expect(again.stderr).toContain("No process has the session live open.");
  });

  it("that is killed is seen as crashed, and can be resumed", async () => {
    const { skein, begin, isInState } = await beside([waiting, say("After all.")]);
    const pid = await begin("--mode", "auto", "--on-crash", "stop");
    await hasStarted(skein);
    const watched = skein.start(["attach", "live", "--output-format", "stream-json"]);
    await watched.shows("tool-start");
    endNow(pid);
    const ended = await watched.ended;
    expect(ended.exitCode).toBe(10);
    expect(ended.lines().at(-1)).toMatchObject({ outcome: "storage", error: { code: "gone" } });
    await isInState("crashed");
    expect((await skein.here(["ps"])).stderr).toContain("crashed: skein resume live");
    const refused = await skein.here(["attach", "live"]);
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(refused.stderr).toContain("skein resume live");
    writeFileSync(join(skein.home, "go"), "");
    expect(await skein.run(["resume", "live", "--continue"])).toMatchObject({ exitCode: 0 });
  });

  it("is watched by two at once; one that leaves ends nothing", async () => {
    const { skein, begin } = await beside([waiting, say("Done here.")]);
    await begin("--mode", "auto");
    const [one, other] = [skein.start(["attach"]), skein.start(["attach", "live"])];
    await Promise.all([one.shows("shell"), other.shows("shell")]);
    one.child.kill("SIGTERM");
    expect((await one.ended).exitCode).toBe(143);
    writeFileSync(join(skein.home, "go"), "");
    expect(await other.ended).toMatchObject({ exitCode: 0, stdout: "Done here.\n" });
  });

  it("is not held up by one that does not read", async () => {
    const { skein, begin, isInState } = await beside([
      waiting,
      { parts: [shell("t2", "seq 1 200000")] },
      say("Done here."),
    ]);
    const pid = await begin("--mode", "auto");
    const watched = skein.start(["attach", "live", "--output-format", "stream-json"]);
    await watched.shows("tool-start");
    watched.child.stdout.pause();
    writeFileSync(join(skein.home, "go"), "");
    await isInState("done");
    await isGone(pid);
    watched.child.stdout.resume();
    expect((await watched.ended).lines().at(-1)).toMatchObject({ type: "result", outcome: "done" });
  });
});

describe("skein attach", () => {
  it("asks which, when several are open, and says when none is", async () => {
    const { skein } = await beside([]);
    const none = await skein.here(["attach"]);
    expect(none).toMatchObject({ exitCode: 2 });
    expect(none.stderr).toContain("No process of this machine has a session open.");
  });
});
