import { writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sayPrompts } from "../../../src/developer/shell/prompt-signs.ts";
import { workbench, wordsOf } from "../workbench.ts";

const isThere = (program: string) => existsSync(`/usr/bin/${program}`);

describe("a command that asks or opens an editor", () => {
  it.each([
    ["sudo: a terminal is required to read the password", "ask the user to run this command"],
    ["Host key verification failed.\nfatal: Could not read from remote repository.", "trust a host"],
    ["fatal: could not read Username for 'https://x': terminal prompts disabled", "gh auth login"],
    ["Aborting commit due to empty commit message.", "git commit -m MESSAGE"],
    ["EOFError: EOF when reading a line", "type with job"],
    ["the input device is not a TTY", "which commands do not have"],
    ["me@host: Permission denied (publickey,password).", "cannot ask for a password"],
  ])("%s", (output, advice) => {
    const outcome = { content: [{ type: "text", text: `${output}\n[exit code 1]` }] } as const;
    expect(wordsOf("shell", sayPrompts(outcome, "x"))).toContain(advice);
    const fine = { content: [{ type: "text", text: output }] } as const;
    expect(sayPrompts(fine, "x")).toBe(fine);
  });

  it("read: ends at once, and is told to get its value otherwise", async () => {
    await using bench = await workbench();
    expect(await bench.says("shell", { command: "read x" })).toBe(
      "[exit code 1]\n[stdin is empty, so read got nothing. Pass the value: read x <<< VALUE.]",
    );
    expect(await bench.says("shell", { command: "read x <<< 3; echo $x" })).toBe("3");
  });

  it.skipIf(!isThere("vim"))("vim: ends at once, and is told to use other tools", async () => {
    await using bench = await workbench();
    expect(await bench.says("shell", { command: "vim x" })).toContain(
      "[The command was ended: it waited for a terminal. An editor needs a terminal, which commands do not have without pty. Change",
    );
  });

  it.skipIf(!isThere("top"))("top: is told to work without a terminal", async () => {
    await using bench = await workbench();
    expect(await bench.says("shell", { command: "top" })).toContain(
      "The program needs a terminal, which commands do not have without pty.",
    );
  });

  it.skipIf(!isThere("git"))("git rebase -i: changes nothing, and is told how to edit the list", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "a"), "1");
    const git = "git -c user.name=a -c user.email=a@b";
    await bench.says("shell", {
      command: `git init -q . && git add a && ${git} commit -qm one && ${git} commit -q --allow-empty -m two`,
    });
    const said = await bench.says("shell", { command: `${git} rebase -i HEAD~1` });
    expect(said).toContain("No editor was opened");
    const own = await bench.says("shell", { command: `GIT_SEQUENCE_EDITOR=true ${git} rebase -i HEAD~1` });
    expect(own).not.toContain("No editor was opened");
    expect(await bench.says("shell", { command: `${git} commit --allow-empty` })).toContain("git commit -m");
  });
});
