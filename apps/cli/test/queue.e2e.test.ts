import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { postgresPrograms, startPostgres, type PostgresServer } from "@skein/test-kit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

describe.skipIf(postgresPrograms() === undefined)("workers on Postgres (skipped without it)", () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  const env = () => ({ SKEIN_DATABASE_URL: postgres.url });

  async function submit(skein: SkeinHome): Promise<string> {
    const { exitCode, stdout, stderr } = await skein.run(["submit", "do it", "--mode", "auto"], env());
    expect([exitCode, stderr]).toEqual([0, ""]);
    return stdout.trim();
  }

  it("do what was submitted, give it back when they stop, and lose nothing when they are killed", async () => {
    const slow = (id: string) => ({ parts: [shell(id, `echo ${id} >> ran; sleep 4; echo over`)] });
    const replies = [{ parts: [shell("one", "echo one >> ran")] }, slow("two"), slow("three"), say("Done.")];
    await using server = await anthropicServer(replies);
    await using skein = await skeinHome(server.url);
    await using elsewhere = await skeinHome(server.url);
    const path = join(skein.home, "ran");
    const ran = () => (existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : []);

    const session = await submit(skein);
    const stopped = skein.start(["worker"], env());
    await expect.poll(ran).toContain("two");
    stopped.child.kill("SIGTERM");
    expect(await stopped.ended).toMatchObject({ exitCode: 143 });
    expect((await stopped.ended).stderr).toContain(`${session}: given back`);

    const killed = skein.start(["worker", "--at-once", "2"], env());
    await expect.poll(ran).toContain("three");
    killed.child.kill("SIGKILL");
    await killed.ended;

    const worker = elsewhere.start(["worker", "--at-once", "2"], env(), { cwd: elsewhere.home });
    await worker.shows(`${session}: done`);
    worker.child.kill("SIGTERM");
    await worker.ended;
    expect(ran()).toEqual(["one", "two", "three"]);
    expect((await skein.run(["session", "show", session], env())).stdout).toContain("Done.");
  });

  it("make the folder of a run from a repository, and bring its files to the worker that takes over", async () => {
    const first = shell("one", "echo one > notes; rm gone; mkdir sub; ln -s ../notes sub/link");
    const second = shell("two", "touch begun; sleep 60");
    const third = shell("three", "ls; cat sub/link kept");
    const replies = [first, second, third].map((call) => ({ parts: [call] }));
    await using server = await anthropicServer([...replies, say("Done.")]);
    await using skein = await skeinHome(server.url);
    await using elsewhere = await skeinHome(server.url);
    const git = (...words: readonly string[]) =>
      execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.org", ...words], {
        cwd: skein.home,
      });
    git("init", "-q", "repository");
    for (const name of ["kept", "gone"])
      writeFileSync(join(skein.home, "repository", name), `${name} text\n`);
    git("-C", "repository", "add", ".");
    git("-C", "repository", "commit", "-qm", "First");
    const given = ["--mode", "auto", "--work", join(skein.home, "repository")];
    const session = (await skein.run(["submit", "do it", ...given], env())).stdout.trim();

    const killed = skein.start(["worker"], env());
    await expect.poll(() => server.requests.length).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    killed.child.kill("SIGKILL");
    await killed.ended;
    const worker = elsewhere.start(["worker"], env(), { cwd: elsewhere.home });
    await worker.shows(`${session}: done`);
    worker.child.kill("SIGTERM");
    await worker.ended;

    const told = server.requests.at(-1)!.bytes.toString("utf8");
    expect(told).toMatch(/kept\\nnotes\\nsub\\none\\nkept text/);
    const { stdout } = await elsewhere.run(["session", "diff", session], env());
    for (const line of ["+one", "-gone text"]) expect(stdout).toContain(line);
    expect(readFileSync(join(skein.home, "repository", "gone"), "utf8")).toBe("gone text\n");
    const { stderr, exitCode } = await skein.run(["submit", "x", "--work", "ext::sh -c true"], env());
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("no address of a repository")]);
  });

  it("make the folder of a run from an archive that only the machine has that submitted it", async () => {
    const first = shell("one", "echo one > notes; rm gone; git status --porcelain");
    const replies = [
      { parts: [first] },
      { parts: [shell("two", "sleep 60")] },
      { parts: [shell("three", "ls; cat kept")] },
    ];
    await using server = await anthropicServer([...replies, say("Done.")]);
    await using skein = await skeinHome(server.url);
    await using elsewhere = await skeinHome(server.url);
    for (const name of ["kept", "gone"]) writeFileSync(join(skein.home, name), `${name} text\n`);
    execFileSync("tar", ["-czf", "files.tgz", "kept", "gone"], { cwd: skein.home });
    execFileSync("tar", ["-cPf", "bad.tar", join(skein.home, "kept")], { cwd: skein.home });
    const submitted = (file: string) =>
      skein.run(["submit", "do it", "--mode", "auto", "--work", file], env(), { cwd: skein.home });
    expect(await submitted("bad.tar")).toMatchObject({
      exitCode: 2,
      stdout: "",
      stderr: expect.stringMatching(/bad\.tar cannot be worked on: ".*kept" is absolute/) as string,
    });
    const session = (await submitted("files.tgz")).stdout.trim();
    unlinkSync(join(skein.home, "files.tgz"));

    const killed = skein.start(["worker"], env());
    await expect.poll(() => server.requests.length).toBe(2);
    killed.child.kill("SIGKILL");
    await killed.ended;
    const worker = elsewhere.start(["worker"], env(), { cwd: elsewhere.home });
    await worker.shows(`${session}: done`);
    worker.child.kill("SIGTERM");
    await worker.ended;

    expect(server.requests[1]!.bytes.toString("utf8")).toMatch(/ D gone\\n\?\? notes/);
    expect(server.requests.at(-1)!.bytes.toString("utf8")).toMatch(/kept\\nnotes\\nkept text/);
    const { stdout } = await elsewhere.run(["session", "diff", session], env());
    for (const line of ["+one", "-gone text"]) expect(stdout).toContain(line);
  });

  it("do nothing more when they were paused while another one took over", async () => {
    const replies = [{ parts: [shell("one", "echo one >> ran; sleep 2")] }, say("Done."), say("Too late.")];
    await using server = await anthropicServer(replies);
    await using skein = await skeinHome(server.url);
    await using elsewhere = await skeinHome(server.url);
    const session = await submit(skein);
    const paused = skein.start(["worker"], env());
    await expect.poll(() => existsSync(join(skein.home, "ran"))).toBe(true);
    paused.child.kill("SIGSTOP");
    const worker = elsewhere.start(["worker"], env(), { cwd: elsewhere.home });
    await worker.shows(`${session}: done`);
    paused.child.kill("SIGCONT");
    await paused.shows(`${session}: given back`);
    for (const { child } of [paused, worker]) child.kill("SIGTERM");
    await Promise.all([paused.ended, worker.ended]);
    expect(server.requests).toHaveLength(2);
    const { stdout } = await skein.run(["session", "show", session, "--entries"], env());
    expect(stdout.match(/^ *\d+ .* outcome .*$/gm)).toHaveLength(1);
    expect(stdout).not.toContain("Too late.");
  });

  it("are held by no run that waits for an answer, and resume it once it is there", async () => {
    const replies = [{ parts: [shell("one", "echo one >> ran")] }, say("Done.")];
    await using server = await anthropicServer(replies);
    await using skein = await skeinHome(server.url);
    const session = (await skein.run(["submit", "do it", "--mode", "approve"], env())).stdout.trim();
    const worker = skein.start(["worker"], env());
    await worker.shows(`${session}: needs-input`);
    expect(existsSync(join(skein.home, "ran"))).toBe(false);
    const asking = await skein.run(["ps"], env());
    expect(asking.stdout).toMatch(new RegExp(`${session}\\s+asks `));
    expect(asking.stderr).toContain(`asks: skein answer ${session}`);
    const answered = await skein.run(["answer", session, "--allow", "once"], env());
    expect([answered.exitCode, answered.stderr]).toEqual([
      0,
      expect.stringContaining("A worker continues it"),
    ]);
    await worker.shows(`${session}: done`);
    expect(await skein.run(["logs", session], env())).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
    worker.child.kill("SIGTERM");
    await worker.ended;
    expect(readFileSync(join(skein.home, "ran"), "utf8")).toBe("one\n");
  });

  it("are followed by skein logs to the end of a run, from one worker to the next", async () => {
    const slow = (id: string) => ({ parts: [shell(id, `echo ${id} >> ran; sleep 4; echo over`)] });
    await using server = await anthropicServer([slow("one"), say("Done.")]);
    await using skein = await skeinHome(server.url);
    await using elsewhere = await skeinHome(server.url);
    const session = await submit(skein);
    expect(await skein.run(["logs", session], env())).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining("Waits for a worker; 0 before it.") as string,
    });
    const waiting = JSON.parse((await skein.run(["ps", "--json"], env())).stdout) as { cluster: object[] };
    expect(waiting.cluster).toContainEqual(
      expect.objectContaining({ id: session, state: "queued", before: 0 }),
    );
    const format = ["--output-format", "stream-json"];
    const logs = skein.start(["logs", session, "--follow", ...format], env());
    const attached = elsewhere.start(["attach", session], env());
    const left = skein.start(["logs", session, "--follow"], env());

    const killed = skein.start(["worker"], env());
    await expect.poll(() => existsSync(join(skein.home, "ran"))).toBe(true);
    const running = JSON.parse((await skein.run(["ps", "--json"], env())).stdout) as { cluster: object[] };
    expect(running.cluster).toContainEqual(
      expect.objectContaining({
        id: session,
        state: "running",
        worker: expect.objectContaining({ pid: killed.child.pid }) as object,
      }),
    );
    await left.shows("echo one >> ran");
    left.child.kill("SIGINT");
    expect((await left.ended).exitCode).toBe(130);
    killed.child.kill("SIGKILL");
    await killed.ended;
    const worker = elsewhere.start(["worker"], env(), { cwd: elsewhere.home });
    const { exitCode, stdout } = await logs.ended;
    expect(exitCode).toBe(0);
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines[0]).toMatchObject({ type: "init", sessionId: session, mode: "auto" });
    expect(lines.filter(({ type }) => type === "tool-start")).toHaveLength(1);
    expect(lines.filter(({ type }) => type === "init" || type === "result")).toHaveLength(2);
    expect(lines.at(-1)).toMatchObject({ type: "result", outcome: "done", text: "Done." });
    expect(await attached.ended).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
    worker.child.kill("SIGTERM");
    await worker.ended;
  });

  it("can be told to leave a run alone", async () => {
    await using skein = await skeinHome();
    const session = await submit(skein);
    expect((await skein.run(["cancel", session], env())).exitCode).toBe(0);
    expect((await skein.run(["cancel", session], env())).exitCode).toBe(2);
    const other = await submit(skein);
    const stopped = await skein.run(["stop", other], env());
    expect([stopped.exitCode, stopped.stderr]).toEqual([
      0,
      expect.stringContaining("Cancelled in the queue"),
    ]);
    expect(await skein.run(["logs", other, "--follow"], env())).toMatchObject({ exitCode: 130 });
    expect(await skein.run(["submit", "x"])).toMatchObject({ exitCode: 2 });
    expect(await skein.run(["submit"], env())).toMatchObject({ exitCode: 2 });
  });

  it("keep the limits of all workers: a call waits visibly, and a share that has spent its budget is refused", async () => {
    await using server = await anthropicServer([say("One."), say("Two."), say("Three."), say("Four.")]);
    await using skein = await skeinHome(server.url);
    const limits = (...words: readonly string[]) => skein.run(["limits", ...words], env());
    expect(await limits()).toMatchObject({ exitCode: 0, stdout: "", stderr: "There are no limits.\n" });
    expect(await limits("anthropic", "--requests", "1000", "--calls-at-once", "1")).toMatchObject({
      exitCode: 0,
      stdout: "anthropic  0 of 1,000 requests in a minute, 0 of 1 requests at once\n",
    });
    expect((await limits("--share", "ann", "--day", "2.50", "--month", "30")).stdout).toContain(
      "share ann  $0.0000 of $2.5 this day\nshare ann  $0.0000 of $30 this month\n",
    );
    for (const wrong of [["anthropic", "--day", "1"], ["--share", "a", "--requests", "1"], ["--off"], ["p"]])
      expect(await limits(...wrong)).toMatchObject({ exitCode: 2, stdout: "" });

    const submitted = async (share: string) =>
      (await skein.run(["submit", "do it", "--mode", "auto", "--share", share], env())).stdout.trim();
    const paid = await submitted("ann/shop");
    const worker = skein.start(["worker"], env());
    await worker.shows(`${paid}: done`);
    const { calls, shares } = JSON.parse((await limits("--json")).stdout) as {
      calls: { used: { requests: number; atOnce: number } }[];
      shares: { spentUsd: number; heldUsd: number }[];
    };
    expect(calls[0]?.used).toMatchObject({ requests: expect.any(Number) as number, atOnce: 0 });
    expect(shares[0]?.spentUsd).toBeGreaterThan(0);
    expect(shares[0]?.heldUsd).toBe(0);

    await limits("--share", "ann", "--day", "0.000001");
    const poor = await submitted("ann/shop");
    await worker.shows(`${poor}: budget`);
    await limits("--share", "ann", "--off");
    await limits("anthropic", "--requests", String(calls[0]!.used.requests));
    const late = await submitted("ann/shop");
    await worker.shows(`${late}: Waiting for a turn: anthropic has `);
    const { stdout } = await skein.run(["session", "show", late, "--entries"], env());
    expect(stdout).toContain("Waiting for a turn");
    await limits("anthropic", "--off");
    await worker.shows(`${late}: done`);
    worker.child.kill("SIGTERM");
    await worker.ended;
  });

  it("submit what is scheduled for them, and leave the machine's own schedules alone", async () => {
    await using server = await anthropicServer(Array.from({ length: 40 }, () => say("Nothing.")));
    await using skein = await skeinHome(server.url);
    const schedule = (...words: readonly string[]) => skein.run(["schedule", ...words], env());
    const line = ["--cron", "* * * * * *", "--mode", "plan", "-t", "What is new?"];
    expect((await schedule("add", "news", ...line, "--share", "ann")).exitCode).toBe(2);
    expect(await schedule("add", "news", ...line, "--workers", "--share", "ann")).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/^news is added; first at /) as string,
    });
    expect((await schedule("list")).stderr).toContain("There are no schedules.");
    expect((await schedule("list", "--workers")).stdout).toContain("news");
    const worker = skein.start(["worker"], env());
    await worker.shows(": done");
    expect((await schedule("pause", "news", "--workers")).stderr).toContain("news is paused.");
    const { slots } = JSON.parse((await schedule("history", "--workers", "--json")).stdout) as {
      slots: { name: string; session: string; outcome?: string }[];
    };
    const done = slots.find(({ outcome }) => outcome === "done");
    expect(done).toMatchObject({ name: "news" });
    expect((await skein.run(["session", "show", done!.session], env())).stdout).toContain("Nothing.");
    expect((await schedule("remove", "news", "--workers")).exitCode).toBe(0);
    expect((await schedule("show", "news", "--workers")).exitCode).toBe(2);
    worker.child.kill("SIGTERM");
    await worker.ended;
  });
});
