import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createGate, pathGuard, type PermissionRule } from "../src/index.ts";
import { request, signal } from "./requests.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "skein-free-")));
afterAll(() => rmSync(base, { recursive: true }));
const cwd = join(base, "work");
const home = join(base, "home");
for (const folder of [join(cwd, "sub"), join(cwd, "lib"), join(cwd, "secret"), join(home, ".ssh")])
  mkdirSync(folder, { recursive: true });
writeFileSync(join(home, ".ssh", "id_rsa"), "key");
writeFileSync(join(cwd, "a"), "text");
writeFileSync(join(cwd, "secret", ".env"), "KEY=1");
writeFileSync(join(base, "outside"), "text");
symlinkSync(join(home, ".ssh"), join(cwd, "sub", "link"));

const guard = pathGuard({ home });
const gateIn = (mode: string, rules: readonly PermissionRule[] = []) =>
  createGate({ mode, rules, guard, isPlainRepository: () => true });
const run = (command: string) => request({ input: { command }, cwd });
const verdictOf = async (mode: string, command: string, rules: readonly PermissionRule[] = []) =>
  (await gateIn(mode, rules).decide(run(command), signal)).verdict;

describe("a command that only reads in the working folder", () => {
  it.each([
    "ls -la",
    "git status",
    "git log --oneline -5",
    "cat a | head -3",
    "grep -n foo a",
    "grep 'naïve' a",
    "grep -rn foo lib",
    'echo "hello; world"',
    "echo 'a && b'",
    "sed -n 1,5p a",
    "awk '{print $1}' a",
    "pwd && ls",
    "ls 2>/dev/null",
    "wc -l a",
    "echo $HOME",
    "cd sub && ls",
    "find . -name '*.ts'",
    "cat s* 2>&1",
    "ls sub | wc -l",
  ])("is free in every mode but approve and chat: %s", async (command) => {
    for (const mode of ["auto", "accept_edits", "smart_approve", "plan"])
      expect([mode, await verdictOf(mode, command)]).toEqual([mode, "allow"]);
    expect(await verdictOf("approve", command)).toBe("ask");
    expect(await verdictOf("chat", command)).toBe("deny");
  });

  it("is free beside commands that a rule allows", async () => {
    const rules = [{ tool: "shell(npm test *)", verdict: "allow" }] as const;
    expect(await verdictOf("smart_approve", "cd sub && npm test 2>&1 | tail -5", rules)).toBe("allow");
    expect(await verdictOf("plan", "npm test | tail -5", rules)).toBe("deny");
  });

  it("is free with a text in any language that a rule's last * covers, and nothing else of it", async () => {
    const rules = [{ tool: "shell(git commit *)", verdict: "allow" }] as const;
    expect(await verdictOf("smart_approve", 'git commit -m "Größe angepasst"', rules)).toBe("allow");
    for (const command of [`git commit -m a 'größe'`, `git commit -m "ü\u200b"`, `git push -m 'ü'`])
      expect([command, await verdictOf("smart_approve", command, rules)]).toEqual([command, "ask"]);
  });
});

describe("a command that gets at more", () => {
  it.each([
    ["cat ~/.ssh/id_rsa", "home"],
    ["cat $UNSET/x", "an unknown file"],
    ['cat "$x"', "an unknown file"],
    ["cd $x && cat a", "an unknown folder"],
    ["cd - && cat a", "an unknown folder"],
    ["cat sub/link/id_rsa", "a link out of the folder"],
    ["head -c5 secret/.env", "a guarded file"],
    ["cat secret/.e*", "a guarded file by a pattern"],
    ["grep -r KEY .", "a guarded file below"],
    ["rg --hidden KEY", "a guarded file below"],
    ["cat ~root/x", "another home"],
    ["find secret -type f -exec cat {} +", "a guarded file below"],
    ["diff -r secret lib", "a guarded file below"],
    ["git ls-files | xargs cat", "an unknown file"],
    ["sort --compress-program=evil a", "a program"],
    ["awk 'BEGIN{ARGV[1]=\"/etc/hosts\"}{print}' a", "a file named by the script"],
    ["make", "anything"],
    ["A=1 ls", "the environment"],
    ["ls; evil", "anything"],
    ["ls | evil", "anything"],
    ["ls & evil", "anything"],
    ["echo $(evil)", "anything"],
    ["cat <(evil)", "anything"],
    ["find . -exec evil {} ;", "anything"],
    ["xargs evil", "anything"],
    ["eval ls", "anything"],
  ])("is asked about: %s (%s)", async (command) => {
    expect(await verdictOf("smart_approve", command)).toBe("ask");
    expect(await verdictOf("accept_edits", command)).toBe("ask");
    expect(await verdictOf("plan", command)).not.toBe("allow");
  });

  it.each([
    ["cat ../outside", "the folder above"],
    ["cat sub/../../outside", "the folder above"],
    ["cat sub/l*/../../outside", "the folder above a link"],
    ["cd .. && cat outside", "the folder above"],
    ["cd sub && cat ../../outside", "the folder above"],
    ["ls /etc", "the system"],
    ["cat /etc/hosts", "the system"],
    ["cat {a,/etc/hosts}", "the system in braces"],
    ["grep --file=/etc/hosts a", "the value of an option"],
    ["find ../outside -exec cat {} +", "what is found there"],
  ])("asks in smart_approve, approve and plan only: %s (%s)", async (command) => {
    expect(await verdictOf("smart_approve", command)).toBe("ask");
    expect(await verdictOf("approve", command)).toBe("ask");
    expect(await verdictOf("accept_edits", command)).toBe("allow");
    expect(await verdictOf("plan", command)).not.toBe("allow");
  });

  it.each([
    ["echo x > sub/f", "allow"],
    ["echo x > sub/.env", "ask"],
    ["echo x > ../f", "ask"],
    ["echo x > $f", "ask"],
    ["echo x | tee sub/f", "ask"],
  ])("in accept_edits, writing by a redirection: %s -> %s", async (command, verdict) => {
    expect(await verdictOf("accept_edits", command)).toBe(verdict);
    expect(await verdictOf("smart_approve", command)).toBe("ask");
    expect(await verdictOf("plan", command)).toBe("deny");
  });

  it.each([
    "rm sub/.env",
    "cp a .git/hooks/pre-commit",
    "tee sub/.mcp.json",
    `cp a ${home}/.bashrc`,
    "sudo tee .git/hooks/x",
    "echo x >> .git/config",
    "sed -i s/a/b/ .vscode/settings.json",
    "node change.js .mcp.json",
    "cd .git && touch config",
    "find .git/hooks -delete",
    "dd if=a of=.git/config",
    "bash -c 'echo x > sub/.env'",
  ])("to change guarded files is asked about in auto, too: %s", async (command) => {
    expect(await verdictOf("auto", command)).toBe("ask");
    expect(await verdictOf("auto", command, [{ tool: "shell", verdict: "allow" }])).toBe("allow");
  });

  it("says which file is guarded, and denies the call alone where no one can answer", async () => {
    const decision = await gateIn("smart_approve").decide(run("cat secret/.env"), signal);
    expect([decision.by, decision.reason, decision.unasked].map((text) => text?.replaceAll(cwd, "CWD")))
      .toMatchInlineSnapshot(`
        [
          "guarded path .env",
          "CWD/secret/.env is guarded: it holds the secrets of a project. An answer for longer than once covers exactly this call; the permission rule "read(CWD/secret/.env): allow" frees the file.",
          "CWD/secret/.env is guarded: it holds the secrets of a project. No one is available to approve this call. The permission rule "read(CWD/secret/.env): allow" would allow it.",
        ]
      `);
    expect(
      await verdictOf("smart_approve", "cat secret/.env", [{ tool: "read(secret/.env)", verdict: "allow" }]),
    ).toBe("allow");
  });

  it("names the part that is not covered", async () => {
    const { reason } = await gateIn("smart_approve").decide(run("git status && git push"), signal);
    expect(reason).toContain('"git push" is not known to only read');
  });
});

describe("a file outside the working folder", () => {
  const file = (path: string, effect: "reads" | "writes") =>
    request({
      tool: effect === "reads" ? "read" : "write",
      effect,
      input: { path },
      resources: [`file:${path}`],
      cwd,
    });

  it.each([
    ["auto", "allow", "allow"],
    ["accept_edits", "allow", "ask"],
    ["smart_approve", "ask", "ask"],
    ["approve", "ask", "ask"],
    ["plan", "ask", "deny"],
    ["chat", "deny", "deny"],
  ])("in mode %s: reading %s, writing %s", async (mode, reads, writes) => {
    const outside = join(base, "outside");
    expect((await gateIn(mode).decide(file(outside, "reads"), signal)).verdict).toBe(reads);
    expect((await gateIn(mode).decide(file(outside, "writes"), signal)).verdict).toBe(writes);
  });

  it.each(["search", "tree"])("is found in the input of %s, too", async (tool) => {
    const looking = (path: string) =>
      gateIn("smart_approve").decide(request({ tool, effect: "reads", input: { path }, cwd }), signal);
    expect((await looking("..")).verdict).toBe("ask");
    expect((await looking("sub")).verdict).toBe("allow");
  });

  it("may be free to read", async () => {
    const gate = createGate({
      mode: "smart_approve",
      guard,
      mayRead: (path) => path === join(base, "outside"),
    });
    expect((await gate.decide(file(join(base, "outside"), "reads"), signal)).verdict).toBe("allow");
    expect((await gate.decide(file(join(base, "outside"), "writes"), signal)).verdict).toBe("ask");
  });

  it("is not the working folder's neighbour of nearly the same name", async () => {
    expect((await gateIn("smart_approve").decide(file(`${cwd}-evil/x`, "reads"), signal)).verdict).toBe(
      "ask",
    );
  });
});

it("a folder that is not there holds no guarded file", async () => {
  expect(await verdictOf("smart_approve", "grep -rn foo gone")).toBe("allow");
});

it("accept_edits changes files in the working folder unasked, but no guarded ones, and runs nothing", async () => {
  const write = (path: string) =>
    gateIn("accept_edits").decide(
      request({
        tool: "write",
        effect: "writes",
        input: { path },
        resources: [`file:${join(cwd, path)}`],
        cwd,
      }),
      signal,
    );
  expect((await write("sub/new.ts")).verdict).toBe("allow");
  expect((await write("sub/.env")).verdict).toBe("ask");
  expect((await write("sub/link/x")).verdict).toBe("ask");
  expect(await verdictOf("accept_edits", "touch a")).toBe("ask");
  const unnamed = request({
    tool: "todo_write",
    extension: "todo",
    effect: "writes",
    resources: ["todo"],
    cwd,
  });
  expect((await gateIn("accept_edits").decide(unnamed, signal)).verdict).toBe("ask");
});
