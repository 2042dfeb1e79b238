import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { collect, temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { call, family, said, type Say } from "./set-up.ts";

const inWorktree = [call("start", "subagent", { instructions: "change it", worktree: true })];

/** A repository, and a run of an agent whose subagent is to work in a worktree. */
async function repository() {
  const folder = await temporaryFolder();
  const data = await temporaryFolder();
  const cwd = folder.path;
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@t", ...args], { cwd, encoding: "utf8" });
  git("init", "-q", "-b", "main");
  writeFileSync(join(cwd, "a.txt"), "one\n");
  git("add", "--all");
  git("commit", "-q", "-m", "First");
  return {
    cwd,
    git,
    open: (say: Say) => family(data.path, say, cwd),
    async [Symbol.asyncDispose]() {
      await folder[Symbol.asyncDispose]();
      await data[Symbol.asyncDispose]();
    },
  };
}

/** The parent answers with what it heard, the subagent does `steps`. */
const doing =
  (...steps: readonly string[]): Say =>
  ({ isChild, heard }) => {
    if (!isChild) return heard.length === 0 ? inWorktree : said(heard.join("\n"));
    const command = steps[heard.length];
    return command === undefined ? said("Changed.") : [call(`s${heard.length}`, "shell", { command })];
  };

const named = (text: string, cwd: string) =>
  text.replaceAll(cwd, "REPO").replaceAll(/\d{8}-\d{6}-\w{6}/g, "ID");

describe("a subagent in a worktree", () => {
  it("works there, and its parent reads where its work is", async () => {
    await using work = await repository();
    const { runtime, settings } = work.open(
      doing(
        "pwd; echo new >b.txt",
        "git add . && git -c user.name=T -c user.email=t@t commit -qm mine; echo c >c.txt",
      ),
    );
    await using _ = runtime;
    const { agent } = await runtime.open(settings);
    const { outcome, text } = await agent.run("go").result;
    expect(outcome).toBe("done");
    expect(named(text, work.cwd)).toMatchInlineSnapshot(`
      "Changed.
      Its work is on the branch skein/ID: 2 files changed, 2 commits. To take it over: git merge skein/ID && git worktree remove REPO/.worktrees/ID && git branch -d skein/ID"
    `);
    expect(existsSync(join(work.cwd, "b.txt"))).toBe(false);
    expect(work.git("status", "--porcelain")).toBe("");
    const [, branch = ""] = /branch (\S+):/.exec(text) ?? [];
    work.git("merge", "-q", branch);
    expect(readFileSync(join(work.cwd, "c.txt"), "utf8")).toBe("c\n");
    const listed = await runtime.sessions.list();
    const child = listed.find((line) => "summary" in line && line.summary.child);
    expect(child && "summary" in child && child.summary.worktree).toMatchObject({ branch, from: work.cwd });
    const entries = await collect(runtime.sessions.entries(child?.session ?? ""));
    expect(JSON.stringify(entries)).toContain(join(work.cwd, ".worktrees"));
  });

  it("leaves nothing behind when it changed nothing", async () => {
    await using work = await repository();
    const { runtime, settings } = work.open(doing("true"));
    await using _ = runtime;
    const { agent } = await runtime.open(settings);
    const { text } = await agent.run("go").result;
    expect(text).toContain("It changed no file, and its worktree was removed.");
    expect(work.git("worktree", "list").trim().split("\n")).toHaveLength(1);
  });

  it.each([
    ["plan mode", "plan", "", "In plan mode nothing is written, so a subagent can have no worktree."],
    [
      "a repository whose settings start programs",
      "auto",
      "filter.x.smudge",
      "name programs that git would start",
    ],
  ])("is refused in %s, with a sentence for the model", async (_name, mode, setting, sentence) => {
    await using work = await repository();
    if (setting !== "") work.git("config", setting, "touch started");
    const { runtime, settings } = work.open(doing("true"));
    await using _ = runtime;
    const { agent } = await runtime.open({ ...settings, mode });
    const { text } = await agent.run("go").result;
    expect(text).toContain(sentence);
    expect(text).toContain("Leave worktree out");
    expect(existsSync(join(work.cwd, ".worktrees"))).toBe(false);
  });

  it("can be undone with the run, and the repository is as it was", async () => {
    await using work = await repository();
    const { runtime, settings } = work.open(doing("echo new >b.txt"));
    await using _ = runtime;
    const { agent } = await runtime.open(settings);
    await agent.run("go").result;
    await runtime.sessions.undo(agent.session);
    expect(work.git("worktree", "list").trim().split("\n")).toHaveLength(1);
    expect(work.git("branch")).toBe("* main\n");
    expect(work.git("status", "--porcelain")).toBe("");
    // Files that git does not see are listed, and stay.
    const [folder = ""] = readdirSync(join(work.cwd, ".worktrees")).filter((name) => name !== ".gitignore");
    expect(readFileSync(join(work.cwd, ".worktrees", folder, "b.txt"), "utf8")).toBe("new\n");
  });
});
