import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sessionHome, shellCall, type SessionHome } from "./session-home.ts";
import { hasTerminal, skeinInTerminal } from "./terminal.ts";

const done = { text: "Done." };
let skein: SessionHome;

/** A session of two runs, whose shell tool took files away in the first and made one in the second. */
beforeAll(async () => {
  skein = await sessionHome();
  await mkdir(join(skein.cwd, "src"));
  writeFileSync(join(skein.cwd, "src", "a.txt"), "precious\n");
  writeFileSync(join(skein.cwd, "made.txt"), "before\n");
  await skein.hold("s-base", "clean up", [shellCall("rm -r src"), done]);
  const again = [shellCall("echo after > made.txt"), { text: "Made." }];
  await skein.hold("s-base", "make it", again, ["-r"]);
});
afterAll(() => skein[Symbol.asyncDispose]());

let id = "";

/** Each test has a copy of it, which stands where the files stand. */
beforeEach(async () => {
  await rm(join(skein.cwd, "mine.txt"), { force: true });
  await rm(join(skein.cwd, "src"), { recursive: true, force: true });
  writeFileSync(join(skein.cwd, "made.txt"), "after\n");
  id = (await skein.session(["fork", "s-base"])).stdout.trim();
});

const has = (path: string) => existsSync(join(skein.cwd, path));
const made = () => readFileSync(join(skein.cwd, "made.txt"), "utf8");
const said = async () => (await skein.session(["show", id])).stdout;

describe("skein session undo", () => {
  it("says what would happen to files, and does nothing where no one can be asked", async () => {
    const { exitCode, stdout, stderr } = await skein.session(["undo", id]);
    expect(exitCode).toBe(7);
    expect(stdout).toContain(`${skein.cwd}\n  ~ made.txt  rewritten\n`);
    expect(stderr).toContain("--yes");
    expect(made()).toBe("after\n");
    expect(await skein.session(["undo", id, "--dry-run"])).toMatchObject({ exitCode: 0, stdout });
    const asJson = await skein.session(["undo", id, "--json"]);
    expect(asJson.exitCode).toBe(7);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ id, outcome: "needs-input" });
    expect(await said()).toContain("> make it");
  });

  it("brings files back that the shell tool took, one run after the other, and redo takes them again", async () => {
    writeFileSync(join(skein.cwd, "mine.txt"), "my own\n");
    const first = await skein.session(["undo", id, "--yes"]);
    expect(first.exitCode).toBe(0);
    expect(first.stdout).not.toContain("mine.txt");
    expect(first.stderr).toContain("You had said:\n  make it");
    expect([made(), has("src")]).toEqual(["before\n", false]);
    expect(await said()).not.toContain("> make it");
    const second = await skein.session(["undo", "--yes", "--json"]);
    expect(JSON.parse(second.stdout)).toMatchObject({ id, outcome: "done", said: [{ text: "clean up" }] });
    expect(readFileSync(join(skein.cwd, "src", "a.txt"), "utf8")).toBe("precious\n");
    expect((await skein.session(["undo", id])).stderr).toContain("Nothing to undo");
    expect((await skein.session(["list"])).stdout).toMatch(new RegExp(`^${id} .*\\(fork, rewound\\)`, "m"));

    expect((await skein.session(["redo", id, "--yes"])).exitCode).toBe(0);
    expect([made(), has("src")]).toEqual(["before\n", false]);
    expect((await skein.session(["redo", id, "--yes"])).exitCode).toBe(0);
    expect(made()).toBe("after\n");
    expect(readFileSync(join(skein.cwd, "mine.txt"), "utf8")).toBe("my own\n");
    expect(await said()).toContain("> make it");
  });

  it("names what it could not bring back, also when it is to be quiet, and ends with a code of its own", async () => {
    writeFileSync(join(skein.cwd, ".gitignore"), "*.log\n");
    writeFileSync(join(skein.cwd, "a.log"), "kept nowhere\n");
    writeFileSync(join(skein.cwd, "mine.txt"), "before\n");
    const call = shellCall("find . -name '*.log' -delete; echo after > mine.txt; echo after > theirs.txt");
    await skein.hold("s-lost", "clean up", [call, done]);
    writeFileSync(join(skein.cwd, "theirs.txt"), "changed since\n");
    const planned = await skein.session(["undo", "s-lost", "--dry-run"]);
    expect(planned.exitCode).toBe(0);
    expect(planned.stderr).toContain("a.log: it is gone and cannot be brought back");
    const { exitCode, stdout, stderr } = await skein.session(["undo", "s-lost", "--yes", "-q"]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 11, stdout: "" });
    expect(stderr.trim().split("\n")).toEqual([
      "skein: Not everything could be brought back:",
      "  a.log: it is gone and cannot be brought back, since it is ignored and no call named it",
      "  theirs.txt: left as it is: it was changed since, by somebody else",
    ]);
    expect(readFileSync(join(skein.cwd, "mine.txt"), "utf8")).toBe("before\n");
    await rm(join(skein.cwd, "theirs.txt"));
    await rm(join(skein.cwd, ".gitignore"));
    await skein.session(["remove", "s-lost", "--yes"]);
  });

  it("leaves files alone when it is told to, and then asks no question", async () => {
    const { exitCode, stdout } = await skein.session(["undo", id, "--keep-files"]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "" });
    expect(made()).toBe("after\n");
    expect(await said()).not.toContain("> make it");
  });

  it.skipIf(!hasTerminal)("asks in a terminal; no is no", async () => {
    const env = { SKEIN_NO_KEYRING: "1", HOME: skein.home };
    await using asked = skeinInTerminal(["session", "undo", id], { cwd: skein.cwd, env });
    await asked.shows("made.txt");
    await asked.shows("1 file of yours would change");
    asked.type("\r");
    expect(await asked.ended).toBe(130);
    expect(made()).toBe("after\n");
    await using again = skeinInTerminal(["session", "undo", id], { cwd: skein.cwd, env });
    await again.shows("would change");
    await again.shows("No");
    again.type("\u001b[B");
    again.type("\r");
    expect(await again.ended).toBe(0);
    expect(made()).toBe("before\n");
  });
});

describe("skein session rewind", () => {
  it("goes back to an entry, with the files as they were then", async () => {
    const { stdout } = await skein.session(["show", id, "--entries", "--kind", "user-message", "--json"]);
    const [first] = (JSON.parse(stdout) as { entries: { seq: number }[] }).entries;
    const to = ["rewind", id, "--to", String(first!.seq)];
    expect((await skein.session(to)).exitCode).toBe(7);
    expect(has("src")).toBe(false);
    const gone = await skein.session([...to, "--yes"]);
    expect(gone.exitCode).toBe(0);
    expect(gone.stdout).toContain("+ src/a.txt  created");
    expect(readFileSync(join(skein.cwd, "src", "a.txt"), "utf8")).toBe("precious\n");
    expect(await said()).not.toContain("Done.");
    const entries = await skein.session(["show", id, "--entries"]);
    expect(entries.stdout).toMatch(/^ +\d+ - .*assistant-message +Done\.$/m);
    expect(entries.stdout).toMatch(/ rewind +to \d+$/m);
    await skein.session(["redo", id, "--yes"]);
    expect(has("src")).toBe(false);
  });
});

describe("skein session fork and rename", () => {
  it("make another session that goes its own way", async () => {
    const { stdout } = await skein.session(["show", id, "--entries", "--kind", "outcome", "--json"]);
    const [first] = (JSON.parse(stdout) as { entries: { seq: number }[] }).entries;
    const forked = await skein.session(["fork", id, "--at", String(first!.seq), "--name", "other way"]);
    expect(forked.exitCode).toBe(0);
    expect(forked.stdout).toMatch(/^[\w-]+\n$/);
    const fork = forked.stdout.trim();
    expect(forked.stderr).toContain(`skein resume ${fork}`);
    const shown = await skein.session(["show", "other way"]);
    expect(shown.stdout).toContain(`fork of ${id} at ${first!.seq}`);
    expect(shown.stdout).toContain("> clean up");
    expect(shown.stdout).not.toContain("> make it");
    expect(await said()).toContain("> make it");

    expect(await skein.session(["rename", fork, "a  better\nname"])).toMatchObject({
      exitCode: 0,
      stdout: "",
    });
    const listed = await skein.session(["list", "--json"]);
    expect(JSON.parse(listed.stdout)).toMatchObject({
      sessions: expect.arrayContaining([
        expect.objectContaining({
          id: fork,
          name: "a better name",
          parent: { session: id, seq: first!.seq },
        }),
      ]) as unknown,
    });
    const asJson = await skein.session(["fork", fork, "--json"]);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ parent: fork, at: null });
  });
});
