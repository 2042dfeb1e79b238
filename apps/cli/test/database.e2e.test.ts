import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { postgresPrograms, startPostgres, type PostgresServer } from "@skein/test-kit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { shellCall } from "./session-home.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

describe.skipIf(postgresPrograms() === undefined)("sessions in Postgres (skipped without it)", () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  const url = (): string => `postgres://skein:hidden-word-42@127.0.0.1:${postgres.port}/postgres`;
  const scriptIn = ({ home }: SkeinHome, ...turns: readonly object[]): readonly string[] => {
    const path = join(home, "script.json");
    writeFileSync(path, JSON.stringify({ turns }));
    return ["--provider", "replay", "--model", path, "--mode", "auto"];
  };

  it("are held, listed, shown, found, exported and replayed by two machines, and kept on neither", async () => {
    await using here = await skeinHome();
    await using there = await skeinHome();
    const env = { SKEIN_DATABASE_URL: url() };
    const who = scriptIn(here, shellCall("echo a needle; echo $SKEIN_DATABASE_URL"), { text: "Found it." });
    const run = await here.run(["run", "-t", "find the needle", "--session-id", "s-one", ...who], env);
    expect(run).toMatchObject({ exitCode: 0, stdout: "Found it.\n" });
    expect(existsSync(join(here.home, ".local/share/skein/sessions/s-one/journal.db"))).toBe(false);
    const cwd = here.home;
    const on = (...words: string[]) => there.run([...words, "--database-url", url()], {}, { cwd });
    expect((await on("session", "list")).stdout).toContain("s-one");
    const shown = await on("session", "show", "s-one", "--entries");
    expect(shown.stdout).toContain("a needle");
    expect(shown.stdout).not.toContain("hidden-word-42");
    expect((await on("session", "search", "needle")).stdout).toContain("s-one");
    expect((await on("session", "export", "s-one")).stdout).toContain("Found it.");
    expect(await on("replay", "s-one", "--quiet")).toMatchObject({ exitCode: 0 });
    expect((await on("ps")).stdout).toContain("s-one");
    const next = scriptIn(there, { text: "Again." });
    expect(await on("run", "-r", "-t", "again", ...next)).toMatchObject({ exitCode: 0, stdout: "Again.\n" });
    expect((await there.run(["session", "list", "--all"], {}, { cwd })).stdout).not.toContain("s-one");
  });

  it("are named by the user's own config file, and by no project's", async () => {
    await using skein = await skeinHome();
    const config = join(skein.home, "config");
    const env = { SKEIN_HOME: skein.home };
    mkdirSync(config);
    writeFileSync(join(config, "config.yaml"), `journal: ${url()}\n`);
    const who = scriptIn(skein, { text: "Done." });
    expect((await skein.run(["run", "-t", "go", "--session-id", "s-two", ...who], env)).exitCode).toBe(0);
    const info = await skein.run(["info", "--json"], env);
    expect(info.stdout).toContain("postgres://skein:***@127.0.0.1");
    expect(info.stdout).not.toContain("hidden-word-42");
    writeFileSync(join(config, "config.yaml"), "");
    expect((await skein.run(["session", "list"], env)).stdout).not.toContain("s-two");
  });

  it.each([
    ["no address", "sqlite://x", "--database-url cannot be"],
    ["nothing there", "postgres://skein:hidden-word-42@127.0.0.1:1/postgres", "cannot be reached"],
    ["no such database", () => url().replace(/postgres$/, "missing"), "does not exist"],
  ])("are refused with exit code 2: %s", async (_, given, why) => {
    await using skein = await skeinHome();
    const named = typeof given === "string" ? given : given();
    for (const words of [
      ["session", "list"],
      ["run", "-t", "go", ...scriptIn(skein, { text: "No." })],
    ]) {
      const { exitCode, stdout, stderr } = await skein.run([...words, "--database-url", named]);
      expect([exitCode, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(why);
      expect(stderr).not.toMatch(/hidden-word-42|\n {4}at /);
    }
  });

  it("are pushed from one machine and pulled to another, as they are", async () => {
    await using here = await skeinHome();
    await using there = await skeinHome();
    const who = scriptIn(here, shellCall("echo a needle"), { text: "Found it." });
    await here.run(["run", "-t", "find it", "--session-id", "s-moved", ...who]);
    const cwd = here.home;
    const move = async (skein: SkeinHome, ...words: string[]) =>
      skein.run(["session", ...words, "--database-url", url()], {}, { cwd });
    const exported = async (skein: SkeinHome) =>
      (
        await skein.run(["session", "export", "s-moved", "-f", "json", "-o", "-"], {}, { cwd })
      ).stdout.replace(/"exported":"[^"]*"/, "");
    expect(await move(here, "push", "s-moved", "--json")).toMatchObject({ exitCode: 0 });
    expect((await move(here, "push", "s-moved")).stderr).toContain("0 of");
    expect((await move(there, "pull", "s-moved")).exitCode).toBe(0);
    expect(await exported(there)).toBe(await exported(here));
    expect(await there.run(["replay", "s-moved", "--quiet"], {}, { cwd })).toMatchObject({ exitCode: 0 });
    for (const skein of [here, there]) {
      const next = scriptIn(skein, { text: skein.home });
      await skein.run(["run", "-r", "--session-id", "s-moved", "-t", "on", ...next], {}, { cwd });
    }
    expect((await move(here, "push", "s-moved")).exitCode).toBe(0);
    const refused = await move(there, "push", "s-moved");
    expect(refused.exitCode).not.toBe(0);
    expect(refused.stderr).toContain("another one there");
    const unnamed = await here.run(["session", "push", "s-moved"], {}, { cwd });
    expect(unnamed).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--database-url") as string,
    });
  });

  it("outlast a restart of the database in the middle of a run", async () => {
    await using server = await anthropicServer([
      { parts: [shell("t1", "echo begun; sleep 2")] },
      say("Done."),
    ]);
    await using skein = await skeinHome(server.url);
    const words = [
      "run",
      "-t",
      "go",
      "--mode",
      "auto",
      "--output-format",
      "stream-json",
      "--session-id",
      "s-three",
    ];
    const running = skein.start([...words, "--database-url", url()]);
    await running.shows('"begun');
    await postgres.restart("SIGKILL");
    expect((await running.ended).exitCode).toBe(0);
    const shown = await skein.run(["session", "show", "s-three", "--entries", "--database-url", url()]);
    expect(shown.stdout).toContain("Done.");
  });

  it("end a run with an outcome that says so when the database stays away, and go on later", async () => {
    const replies = [{ parts: [shell("t1", "echo begun >> ran; sleep 1; echo over")] }, say("Seen.")];
    await using server = await anthropicServer(replies);
    await using skein = await skeinHome(server.url);
    const env = { SKEIN_DATABASE_URL: url() };
    const words = ["run", "-t", "go", "--mode", "auto", "--output-format", "json", "--session-id", "s-four"];
    const running = skein.start(words, env);
    await expect.poll(() => existsSync(join(skein.home, "ran"))).toBe(true);
    await postgres.stop("SIGINT");
    const ended = await running.ended;
    await postgres.start();
    expect(JSON.parse(ended.stdout)).toMatchObject({ outcome: "storage", error: { code: "unreachable" } });
    expect(ended.stdout + ended.stderr).not.toContain("hidden-word-42");
    const again = await skein.run(["resume", "s-four", "--mode", "auto"], env);
    expect(again).toMatchObject({ exitCode: 0, stdout: "Seen.\n" });
    expect(readFileSync(join(skein.home, "ran"), "utf8")).toBe("begun\n");
  });
});
