import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { collect, temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { openSessions } from "../../src/index.ts";
import { sandboxState } from "../../src/sandbox/untrusted-files.ts";
import { done, filesIn, setUp, shell, use } from "../set-up.ts";

describe("going back", () => {
  it("undoes and redoes what a command and tools did to files, and what was said", async () => {
    await using folder = await temporaryFolder();
    const work = join(folder.path, "work");
    await mkdir(join(work, "src"), { recursive: true });
    await writeFile(join(work, "src", "a.txt"), "a\n");
    await writeFile(join(work, "b.txt"), "b\n");
    const before = await filesIn(work);
    const { runtime, settings, model } = setUp(
      folder.path,
      [
        shell("1", "rm -rf src && echo made > made.txt"),
        done,
        use("edit", { path: "b.txt", old_text: "b", new_text: "changed" }),
        done,
        done,
      ],
      work,
    );
    await using _ = runtime;
    const { agent } = await runtime.open(settings);
    await agent.run("clean up").result;
    const afterOne = await filesIn(work);
    await agent.run("change b").result;
    const afterTwo = await filesIn(work);
    expect(new Set([before, afterOne, afterTwo].map((files) => JSON.stringify(files))).size).toBe(3);

    const { sessions } = runtime;
    const planned = await sessions.undo(agent.session, { dryRun: true });
    expect(planned.folders[0]?.changes).toMatchObject([{ path: "b.txt", change: "rewritten" }]);
    expect(await filesIn(work)).toEqual(afterTwo);
    expect(await sessions.undo(agent.session)).toMatchObject({ said: [{ text: "change b" }] });
    expect(await filesIn(work)).toEqual(afterOne);
    await sessions.undo(agent.session);
    expect(await filesIn(work)).toEqual(before);
    await expect(sessions.undo(agent.session)).rejects.toThrow("Nothing to undo");
    await sessions.redo(agent.session);
    expect(await filesIn(work)).toEqual(afterOne);
    await sessions.redo(agent.session);
    expect(await filesIn(work)).toEqual(afterTwo);
    await expect(sessions.redo(agent.session)).rejects.toThrow("Nothing to redo");
    await sessions.undo(agent.session, { keepFiles: true });
    expect(await filesIn(work)).toEqual(afterTwo);

    await agent.run("and now?").result;
    const said = model.requests.at(-1)!.messages.filter(({ role }) => role === "user");
    expect(JSON.stringify(said)).toContain("clean up");
    expect(JSON.stringify(said)).not.toContain("change b");
  });

  it("leaves alone what somebody else has changed since, and says so", async () => {
    await using folder = await temporaryFolder();
    const work = join(folder.path, "work");
    await mkdir(work);
    await writeFile(join(work, "a"), "a\n");
    await writeFile(join(work, "b"), "b\n");
    const { runtime, settings } = setUp(
      folder.path,
      [shell("1", "echo call >> a; echo call >> b; mkdir made; echo call > made/c"), done],
      work,
    );
    await using _ = runtime;
    const { agent } = await runtime.open(settings);
    await agent.run("change").result;
    await writeFile(join(work, "b"), "mine\n");
    await writeFile(join(work, "new"), "mine too\n");
    await writeFile(join(work, "made", "d"), "and mine\n");
    const { folders } = await runtime.sessions.undo(agent.session);
    expect(folders[0]?.kept).toEqual(["b"]);
    const after = { a: "a\n", b: "mine\n", new: "mine too\n", "made/d": "and mine\n" };
    expect(await filesIn(work)).toEqual(after);
    await writeFile(join(work, "new"), "changed\n");
    await runtime.sessions.redo(agent.session);
    expect(await filesIn(work)).toEqual({ ...after, a: "a\ncall\n", "made/c": "call\n", new: "changed\n" });
  });

  it("undoes everything after a run that was killed", async () => {
    await using folder = await temporaryFolder();
    const work = join(folder.path, "work");
    await mkdir(work);
    const { runtime, settings } = setUp(folder.path, [shell("1", "echo call > a"), done], work);
    const { agent } = await runtime.open(settings);
    await agent.run("change").result;
    await runtime[Symbol.asyncDispose]();
    await using sessions = openSessions(folder.path);
    const all = await collect(sessions.entries(agent.session));
    const cut = all.findIndex((entry) => entry.kind === "checkpoint" && entry.closes);
    const fork = await sessions.fork(agent.session, { at: cut });
    const { folders } = await sessions.undo(fork);
    expect(folders[0]).toMatchObject({ kept: [], changes: [{ path: "a", change: "removed" }] });
    expect(await filesIn(work)).toEqual({});
  });

  it("goes to any entry from outside, also when no agent has the session", async () => {
    await using folder = await temporaryFolder();
    const work = join(folder.path, "work");
    await mkdir(work);
    const { runtime, settings } = setUp(folder.path, [shell("1", "echo 1 > one; echo 2 > two"), done], work);
    const { agent } = await runtime.open(settings);
    await agent.run("make").result;
    await runtime[Symbol.asyncDispose]();
    await using sessions = openSessions(folder.path);
    await sessions.rewind(agent.session, 1);
    expect(await filesIn(work)).toEqual({});
    await expect(sessions.rewind(agent.session, 999)).rejects.toMatchObject({ code: "usage" });
    await expect(sessions.rewind("missing", 1)).rejects.toMatchObject({ code: "not-found" });
  });

  it("takes no checkpoint for a command that only reads, and none at all when told so", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings } = setUp(folder.path, [shell("1", "ls -la && cat none"), done]);
    const { agent } = await runtime.open(settings);
    await agent.run("look").result;
    expect(existsSync(join(folder.path, "checkpoints"))).toBe(false);
    await runtime[Symbol.asyncDispose]();
    const other = setUp(folder.path, [shell("1", "touch x"), done]);
    await using _ = other.runtime;
    const opened = await other.runtime.open({ ...other.settings, checkpoints: false });
    await opened.agent.run("touch").result;
    expect(existsSync(join(folder.path, "checkpoints"))).toBe(false);
  });

  it("keeps ignored files that a command names", async () => {
    await using folder = await temporaryFolder();
    const work = join(folder.path, "work");
    await mkdir(join(work, "build"), { recursive: true });
    await mkdir(join(work, "cache"));
    await writeFile(join(work, ".gitignore"), "build\ncache\n");
    await writeFile(join(work, "build", "out.js"), "made\n");
    await writeFile(join(work, "cache", "x"), "x\n");
    const before = await filesIn(work);
    const { runtime, settings } = setUp(folder.path, [shell("1", "rm -rf build/*.js"), done], work);
    await using _ = runtime;
    const { agent } = await runtime.open(settings);
    await agent.run("clean").result;
    await rm(join(work, "cache"), { recursive: true }); // by someone else, and irrelevant
    await runtime.sessions.undo(agent.session);
    delete before["cache/x"];
    expect(await filesIn(work)).toEqual(before);
  });

  it("forgets the files of a session that is removed", async () => {
    await using folder = await temporaryFolder();
    const work = join(folder.path, "work");
    await mkdir(work);
    await writeFile(join(work, "a"), "a\n");
    const { runtime, settings } = setUp(folder.path, [shell("1", "rm a"), done], work);
    const { agent } = await runtime.open(settings);
    await agent.run("remove").result;
    await runtime[Symbol.asyncDispose]();
    await using sessions = openSessions(folder.path);
    const fork = await sessions.fork(agent.session);
    const records = [agent.session, fork].map((session) =>
      join(sandboxState(folder.path), "made", createHash("sha256").update(session).digest("hex")),
    );
    for (const record of records) await mkdir(record, { recursive: true });
    await sessions.remove(agent.session);
    expect(records.map((record) => existsSync(record))).toEqual([false, true]);
    expect((await sessions.list()).map(({ session }) => session)).toEqual([fork]);
    await sessions.undo(fork);
    expect(await readFile(join(work, "a"), "utf8")).toBe("a\n");
  });
});
