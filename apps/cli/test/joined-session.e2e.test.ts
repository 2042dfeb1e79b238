import { resumeFlags } from "@skein/command-line/flags";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { liveOwner } from "./live-owner.ts";

const more = ["resume", "live", "-t", "and more"];

/** What the process that runs a session would have to obey. */
const refused: Readonly<Record<string, readonly string[]>> = {
  provider: ["openai"],
  model: ["other"],
  fallback: ["other"],
  effort: ["high"],
  temperature: ["0.5"],
  mode: ["plan"],
  "read-only": [],
  agent: ["checker"],
  system: ["Be brief."],
  "system-file": ["prompt.md"],
  cwd: ["elsewhere"],
  "no-hints": [],
  "with-builtin": ["schedules"],
  "with-extension": ["true"],
  "with-streamable-http-extension": ["http://127.0.0.1:9/mcp"],
  "no-profile": [],
  "no-recipe": [],
  "trust-hash": ["0".repeat(64)],
  "max-turns": ["3"],
  "max-tool-calls": ["3"],
  "max-tool-repetitions": ["3"],
  "max-time": ["90s"],
  "max-cost": ["1"],
  "max-tokens": ["1000"],
  sandbox: ["auto"],
  "on-crash": ["stop"],
  "no-checkpoints": [],
  "output-schema": ["schema.json"],
  debug: [],
  restricted: [],
};

/** What counts where the command is typed, or makes a fork. */
const obeyedHere =
  "database-url text prompt instructions attach no-stdin continue name session-id fork at output-format stream no-deltas include-messages quiet plain screen-reader help".split(
    " ",
  );

describe("skein resume of a session that another process runs", () => {
  it("refuses each flag that only that process could obey, with what to do, and sends nothing", async () => {
    expect([...Object.keys(refused), ...obeyedHere, "worktree-end"].toSorted()).toEqual(
      Object.keys(resumeFlags).toSorted(),
    );
    const { skein, owner, release, bodies } = await liveOwner();
    mkdirSync(join(skein.home, "elsewhere"));
    mkdirSync(join(skein.home, ".agents/agents"), { recursive: true });
    writeFileSync(
      join(skein.home, ".agents/agents/checker.md"),
      "---\nname: checker\ndescription: Checks.\n---\nCheck.\n",
    );
    writeFileSync(join(skein.home, "prompt.md"), "Be brief.");
    writeFileSync(join(skein.home, "schema.json"), '{"type":"object"}');
    const ends: Record<string, object> = {};
    for (const [flag, values] of Object.entries(refused)) {
      const env = { OPENAI_API_KEY: "sk-test-key-0123456789" };
      const { exitCode, stderr, stdout } = await skein.here([...more, `--${flag}`, ...values], env);
      const isRefused = stderr.includes(`Session live is in use by process ${owner.child.pid}`);
      const saysHow = stderr.includes("wait until it has ended, end it, or fork the session (--fork)");
      ends[flag] = { exitCode, stdout, isRefused, saysHow };
    }
    // This session has no worktree, whoever runs it.
    const ended = await skein.here([...more, "--worktree-end", "merge"]);
    expect(ended).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("needs --worktree") as string,
    });
    const end = { exitCode: 2, stdout: "", isRefused: true, saysHow: true };
    expect(ends).toEqual(Object.fromEntries(Object.keys(refused).map((flag) => [flag, end])));
    release();
    expect((await owner.ended).exitCode).toBe(0);
    expect(bodies().join()).not.toContain("and more");
  });

  it("is not refused for settings that are the same there", async () => {
    const { skein, owner, release } = await liveOwner();
    const joined = skein.start([...more, "--mode", "auto", "--provider", "anthropic", "--cwd", "."]);
    await owner.shows('"queued"');
    release();
    expect(await joined.ended).toMatchObject({ exitCode: 0, stdout: "Reply 2.\n" });
  });

  it("queues the message there, and shows the reply and the exit code of the run that it joins", async () => {
    const { skein, owner, release, bodies } = await liveOwner();
    const joined = skein.start(more);
    await owner.shows('"queued"');
    release();
    expect(await joined.ended).toMatchObject({ exitCode: 0, stdout: "Reply 2.\n" });
    const ended = await owner.ended;
    expect(ended.exitCode).toBe(0);
    expect(ended.lines().at(-1)).toMatchObject({ outcome: "done", text: "Reply 2." });
    expect(bodies()[2]).toContain("and more");
  });

  it("in JSON: the stream begins with init and ends with the result; one object otherwise", async () => {
    const { skein, owner, release } = await liveOwner();
    const stream = skein.start([...more, "--output-format", "stream-json"]);
    await stream.shows('"queued"');
    const object = skein.start(["resume", "live", "-t", "and this", "--output-format", "json"]);
    await stream.shows("and this");
    release();
    const lines = (await stream.ended).lines();
    expect(lines[0]).toMatchObject({ type: "init", sessionId: "live", mode: "auto", cwd: skein.home });
    expect(lines.at(-1)).toMatchObject({ type: "result", outcome: "done", exitCode: 0, sessionId: "live" });
    expect(lines.filter(({ type }) => type === "init" || type === "result")).toHaveLength(2);
    expect(JSON.parse((await object.ended).stdout)).toMatchObject({ outcome: "done", sessionId: "live" });
    expect((await owner.ended).lines().at(-1)).toMatchObject({ text: lines.at(-1)?.["text"] });
  });

  it("forks it with other settings while it runs", async () => {
    const { skein, owner, release } = await liveOwner();
    const fork = await skein.run([...more, "--fork", "--model", "other", "--max-turns", "3"]);
    expect(fork.stderr).toContain("is a fork of live");
    expect(fork.exitCode).toBe(0);
    release();
    expect((await owner.ended).exitCode).toBe(0);
  });

  it("is not joined by a run that begins a session of that id", async () => {
    const { skein, owner, release, bodies } = await liveOwner();
    const other = await skein.run(["run", "-t", "and more", "--session-id", "live"]);
    expect(other.stderr).toContain("Session live is in use");
    expect(other.exitCode).toBe(2);
    release();
    expect((await owner.ended).exitCode).toBe(0);
    expect(bodies().join()).not.toContain("and more");
  });
});

describe("a client of a session that another process runs", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("leaves on %s with exit code %i, and the run goes on", async (signal, code) => {
    const { skein, owner, release } = await liveOwner();
    const joined = skein.start([...more, "--output-format", "stream-json"]);
    await joined.shows('"queued"');
    joined.child.kill(signal);
    const ended = await joined.ended;
    expect(ended.exitCode).toBe(code);
    expect(ended.lines().at(-1)).toMatchObject({
      type: "result",
      outcome: "cancelled",
      exitCode: code,
      error: { code: "detached", message: expect.stringContaining(`Process ${owner.child.pid} continues`) },
    });
    release();
    const whole = await owner.ended;
    expect(whole.exitCode).toBe(0);
    expect(whole.lines().at(-1)).toMatchObject({ outcome: "done", text: "Reply 2." });
  });

  it.each(["is killed", "has lost its reader"])("that %s leaves the run unharmed", async (how) => {
    const { skein, owner, release } = await liveOwner();
    const joined = skein.start([...more, "--output-format", "stream-json"]);
    await joined.shows('"queued"');
    if (how === "is killed") joined.child.kill("SIGKILL");
    else {
      joined.child.stdout.destroy();
      skein.start(["resume", "live", "-t", "one more"]); // makes it write
    }
    const { exitCode, stderr } = await joined.ended;
    expect(exitCode).toBe(how === "is killed" ? null : 141);
    expect(stderr).not.toContain("    at ");
    release();
    expect((await owner.ended).exitCode).toBe(0);
  });

  it("ends as storage when that process is killed, and the session can be resumed", async () => {
    const { skein, owner, release } = await liveOwner();
    const joined = skein.start([...more, "--output-format", "stream-json"]);
    await joined.shows('"queued"');
    owner.child.kill("SIGKILL");
    const ended = await joined.ended;
    expect(ended.exitCode).toBe(10);
    expect(ended.stderr).not.toContain("defect");
    expect(ended.lines().at(-1)).toMatchObject({
      type: "result",
      outcome: "storage",
      exitCode: 10,
      sessionId: "live",
      error: { code: "gone", message: expect.stringContaining(`Process ${owner.child.pid}`) },
    });
    release(); // the command has outlived its process
    expect(await skein.run(["resume", "live", "-t", "go on", "--mode", "auto"])).toMatchObject({
      exitCode: 0,
    });
  });
});
