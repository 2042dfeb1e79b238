import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import type { Effect, Verdict } from "@skein/protocol";
import { afterAll, describe, expect, it } from "vitest";
import { createGate, pathGuard, type PermissionRule } from "../src/index.ts";
import { request, signal } from "./requests.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "skein-rules-")));
afterAll(() => rmSync(base, { recursive: true }));
const cwd = join(base, "work");
mkdirSync(join(cwd, "src", "deep"), { recursive: true });
mkdirSync(join(base, "work-evil"));
mkdirSync(join(base, "outside"));
writeFileSync(join(base, "outside", "file"), "");
symlinkSync(join(base, "outside"), join(cwd, "src", "link"));
symlinkSync(cwd, join(base, "alias"));
const guard = pathGuard({ home: join(base, "home") });

const run = (command: string) => request({ input: { command }, cwd });
const file = (path: string, effect: Effect = "reads") =>
  request({
    tool: effect === "reads" ? "read" : "write",
    effect,
    input: { path },
    resources: [`file:${path.startsWith("/") ? path : join(cwd, path)}`],
    cwd,
  });
const rule = (verdict: Verdict, tool: string): PermissionRule => ({ tool, verdict });
const decide = (mode: string, rules: readonly PermissionRule[], asked = run("make")) =>
  Promise.resolve(createGate({ mode, rules, guard }).decide(asked, signal));
const verdictOf = async (mode: string, rules: readonly PermissionRule[], asked = run("make")) =>
  (await decide(mode, rules, asked)).verdict;

describe("a rule for a command", () => {
  it.each([
    ["shell(git push *)", "git push origin main", true],
    ["shell(git push *)", "git push", true],
    ["shell(git push)", "git push origin", false],
    ["shell(git push)", "git push", true],
    ["shell(git pu*)", "git push", true],
    ["shell(git push *)", "git pushall", false],
    ["shell(git push:*)", "git push origin", true],
    ["Bash(git push:*)", "git push origin", true],
    ["Bash(git push *)", "git push", true],
    ["Bash(git push)", "npm publish", false],
    ["Bash(*)", "npm publish", true],
    ["Bash(:*)", "npm publish", true],
    ["shell(npm run test:*)", "npm run test --watch", true],
    ["shell(* --version)", "node --version", true],
    ["shell(git * main)", "git push main", true],
    ["shell(git * main)", "git push origin main", false],
    ["shell(git push *)", "/tmp/git push", false],
    ["shell(git push *)", "sudo git push", false],
    ["shell(git push *)", "A=1 git push", false],
    ["shell(git push *)", "git -c core.pager=x push", false],
    ["shell(git push *)", "$git push", false],
    ["shell(npm test)", "npm test; evil", false],
    ["shell(npm test)", "npm test && npm test", true],
    ["shell(npm test *)", "npm test $(evil)", false],
    ["shell(npm test *)", "npm test > ~/.bashrc", false],
  ])("%s that allows: %s -> %s", async (tool, command, isCovered) => {
    expect(await verdictOf("smart_approve", [rule("allow", tool)], run(command))).toBe(
      isCovered ? "allow" : "ask",
    );
  });

  it.each([
    ["shell(git push *)", "git push origin", "deny"],
    ["Bash(git push:*)", "git push origin", "deny"],
    ["Bash(npm run test:*)", "npm run test:unit", "deny"],
    ["Bash(git push:*)", "npm publish", "allow"],
    ["shell(git push *)", "ls && git push", "deny"],
    ["shell(git push *)", "ls | git push -f; ls", "deny"],
    ["shell(git push *)", "/usr/bin/git push", "deny"],
    ["shell(git push *)", "sudo git push", "deny"],
    ["shell(git push *)", "A=1 git push", "deny"],
    ["shell(git push *)", "timeout 5 git push", "deny"],
    ["shell(git push *)", "env X=1 git push", "deny"],
    ["shell(git push *)", "bash -c 'git push'", "deny"],
    ["shell(git push *)", "xargs git push", "deny"],
    ["shell(git push *)", "git -C elsewhere push", "ask"],
    ["shell(git push *)", "git $what", "ask"],
    ["shell(git push *)", "$program push", "ask"],
    ["shell(git push *)", "echo $(git push)", "deny"],
    ["shell(git push *)", "eval git push", "deny"],
    ["shell(git push *)", "echo a | xargs -n1 timeout 5 git push", "deny"],
    ["shell(git push *)", "find . -exec git push \\;", "deny"],
    ["shell(git push *)", "$(echo a) x", "ask"],
    ["shell(git push *)", "git pull", "allow"],
    ["shell(git push *)", "echo git push", "allow"],
  ])("%s that denies, in auto: %s -> %s", async (tool, command, verdict) => {
    expect(await verdictOf("auto", [rule("deny", tool)], run(command))).toBe(verdict);
  });

  it("allows a command of several parts only when each part is allowed, and names the part that is not", async () => {
    const rules = [rule("allow", "shell(npm test *)"), rule("allow", "shell(npm run build)")];
    expect(await verdictOf("smart_approve", rules, run("npm test && npm run build"))).toBe("allow");
    expect(await verdictOf("smart_approve", rules, run("npm test && npm run build | ls"))).toBe("allow");
    expect(await decide("smart_approve", rules, run("npm test && npm publish"))).toMatchObject({
      verdict: "ask",
      reason: expect.stringContaining('"npm publish"') as string,
    });
  });
});

describe("a rule for files", () => {
  it.each([
    ["read(src/**)", "src/deep/a.ts", "allow"],
    ["read(src/**)", "src/../secret", "ask"],
    ["read(src/**)", "src/link/file", "ask"],
    ["read(src/*.ts)", "src/a.ts", "allow"],
    ["read(src/*.ts)", "src/deep/a.ts", "ask"],
    ["read(src/**/*.ts)", "src/a.ts", "allow"],
    ["read(*.ts)", "src/deep/a.ts", "allow"],
    ["read(*.ts)", `${base}/outside/a.ts`, "ask"],
    ["read(./src/**)", "src/a.ts", "allow"],
    ["read(../outside/**)", `${base}/outside/file`, "allow"],
    [`read(${base}/outside/**)`, "src/link/file", "ask"],
    ["read(src)", "src/a.ts", "ask"],
    ["read(SRC/**)", "src/a.ts", "ask"],
    ["read(src/**)", `${base}/alias/src/a.ts`, "ask"],
    ["edit(src/**)", "src/a.ts", "ask"],
    ["Read(/src/**)", "src/a.ts", "allow"],
  ])("%s that allows: %s -> %s", async (tool, path, verdict) => {
    expect(await verdictOf("approve", [rule("allow", tool)], file(path))).toBe(verdict);
  });

  it.each([
    ["read(src/**)", "src/a.ts", "deny"],
    ["read(src)", "src/a.ts", "deny"],
    ["read(SRC/**)", "src/a.ts", "deny"],
    ["read(src/**)", "SRC/a.ts", "deny"],
    ["read(*.pem)", `${base}/outside/x.pem`, "deny"],
    ["read(../outside/**)", "src/link/file", "deny"],
    [`read(${base}/outside/**)`, "src/link/file", "deny"],
    ["read(src/link/**)", "src/link/file", "deny"],
    ["read(../work/src/**)", "src/a.ts", "deny"],
    ["read(../work/src/**)", `${base}/work-evil/src/a.ts`, "allow"],
    ["Read(./.env)", ".env", "deny"],
    ["edit(src/**)", "src/a.ts", "allow"],
  ])("%s that denies, in auto: %s -> %s", async (tool, path, verdict) => {
    expect(await verdictOf("auto", [rule("deny", tool)], file(path))).toBe(verdict);
  });

  it("against reading also forbids to change them", async () => {
    expect(await verdictOf("auto", [rule("deny", "read(src/**)")], file("src/a.ts", "writes"))).toBe("deny");
    expect(await verdictOf("auto", [rule("deny", "edit(src/**)")], file("src/a.ts", "writes"))).toBe("deny");
  });

  it("that allows changing them covers no reading, and no other tool's unnamed files", async () => {
    expect(
      await verdictOf("smart_approve", [rule("allow", "edit(src/**)")], file("src/a.ts", "writes")),
    ).toBe("allow");
    const unnamed = { ...file("src/a.ts", "writes"), resources: [] };
    expect(await verdictOf("smart_approve", [rule("allow", "edit(**)")], unnamed)).toBe("ask");
  });

  it.each([
    "cat src/a.ts",
    "head -3 ./src/a.ts",
    "cd src && cat a.ts",
    "grep -f src/a.ts x",
    "cat src/*",
    "grep -r x .",
    "cd src && grep -rn x .",
  ])("holds for commands, too: %s", async (command) => {
    writeFileSync(join(cwd, "src", "a.ts"), "");
    expect(await verdictOf("auto", [rule("deny", "read(src/**)")], run(command))).toBe("deny");
  });

  it("frees a guarded file that it names", async () => {
    const key = join(base, "home", ".ssh", "key");
    expect(await verdictOf("smart_approve", [rule("allow", `read(${base}/home/.ssh/*)`)], file(key))).toBe(
      "allow",
    );
    expect(await verdictOf("smart_approve", [], file(key))).toBe("ask");
    expect(await verdictOf("smart_approve", [rule("allow", `read(${base}/**)`)], file(key))).toBe("ask");
    expect(await verdictOf("smart_approve", [rule("allow", "read(**)")], file(".env"))).toBe("ask");
    expect(await verdictOf("smart_approve", [rule("allow", "read(.env)")], file(".env"))).toBe("allow");
    expect(
      await verdictOf("smart_approve", [rule("allow", "edit(**)")], file(".git/hooks/x", "writes")),
    ).toBe("ask");
  });
});

describe("a rule for a host", () => {
  const fetching = (url: string, changes = {}) =>
    request({ tool: "fetch", extension: "fetch", effect: "unknown", input: { url }, cwd, ...changes });

  it.each([
    ["example.com", "https://example.com/a", "allow"],
    ["example.com", "https://EXAMPLE.com./a", "allow"],
    ["example.com", "https://example.com:8443/a", "allow"],
    ["example.com", "https://api.example.com/", "ask"],
    ["*.example.com", "https://api.example.com/", "allow"],
    ["*.example.com", "https://example.com/", "ask"],
    ["example.com", "https://example.com.evil.net/", "ask"],
    ["example.com", "https://evil-example.com/", "ask"],
    ["example.com", "https://example.com@evil.net/", "ask"],
    ["example.com", "https://user@example.com/", "ask"],
    ["example.com", "https://evil.net/?example.com", "ask"],
    ["example.com", "https://example.com\0.evil.net/", "ask"],
    ["example.com", "https://exam\tple.com/", "ask"],
    ["example.com", "file://example.com/etc/passwd", "ask"],
    ["example.com", "not an address", "ask"],
    ["bücher.example", "https://xn--bcher-kva.example/", "allow"],
    ["127.0.0.1", "http://2130706433/", "allow"],
    ["127.0.0.1", "http://[::ffff:127.0.0.1]/", "allow"],
    ["::1", "http://[::1]/", "allow"],
    ["localhost:8080", "http://localhost:8080/", "allow"],
    ["localhost:8080", "http://localhost:9090/", "ask"],
  ])("fetch(domain:%s) that allows: %j -> %s", async (host, url, verdict) => {
    expect(await verdictOf("smart_approve", [rule("allow", `fetch(domain:${host})`)], fetching(url))).toBe(
      verdict,
    );
  });

  it.each([
    ["example.com", "https://api.example.com/", "deny"],
    ["*.example.com", "https://example.com/", "deny"],
    ["example.com", "https://good.net@example.com/", "deny"],
    ["127.0.0.1", "http://0x7f.1/", "deny"],
    ["example.com", "https://good.net/", "allow"],
    ["example.com", "no address", "deny"],
  ])("fetch(domain:%s) that denies, in auto: %j -> %s", async (host, url, verdict) => {
    const rules = [rule("deny", `fetch(domain:${host})`)];
    expect(await verdictOf("auto", rules, fetching(url))).toBe(verdict);
    expect(await verdictOf("auto", rules, fetching(url, { tool: "browse", extension: "any" }))).toBe(verdict);
  });

  it("covers addresses in commands when it denies, and no stranger's fetch when it allows", async () => {
    const deny = [rule("deny", "fetch(domain:example.com)")];
    expect(await verdictOf("auto", deny, run("curl https://example.com/x"))).toBe("deny");
    expect(await verdictOf("auto", deny, run("curl https://good.net/x"))).toBe("allow");
    const strangers = fetching("https://example.com", { tool: "evil__fetch", extension: "evil" });
    expect(await verdictOf("smart_approve", [rule("allow", "fetch(domain:example.com)")], strangers)).toBe(
      "ask",
    );
  });
});

describe("a rule for a server's tools, or for an input", () => {
  const pull = request({
    tool: "github__get_issue",
    extension: "github",
    effect: "unknown",
    input: { repo: "a/b" },
  });

  it.each([
    ["mcp(github__*)", true],
    ["mcp(github__get_*)", true],
    ["mcp(github__set_*)", false],
    ["mcp(git__*)", false],
    ["mcp__github__get_issue", true],
    ["mcp__github", true],
    ["mcp__github__get_*", true],
    ["github__get_issue(repo:a/*)", true],
    ["github__get_issue(repo:c/*)", false],
    ["github__get_issue(owner:*)", false],
  ])("%s -> %s", async (tool, isCovered) => {
    expect(await verdictOf("smart_approve", [rule("allow", tool)], pull)).toBe(isCovered ? "allow" : "ask");
    expect(await verdictOf("auto", [rule("deny", tool)], pull)).toBe(isCovered ? "deny" : "allow");
  });
});

it("names the rule that decided, and where it is written", async () => {
  const rules: readonly PermissionRule[] = [
    { tool: "shell", verdict: "allow", source: "/config.yaml:2:3" },
    { tool: "shell(git push *)", verdict: "deny", source: "/config.yaml:4:5" },
  ];
  expect(await decide("auto", rules, run("git push"))).toMatchObject({
    verdict: "deny",
    by: "rule for shell(git push *), /config.yaml:4:5",
  });
  expect((await decide("approve", rules, run("make"))).by).toBe("rule for shell, /config.yaml:2:3");
});

it("~ is the user's home folder", async () => {
  const own = file(join(homedir(), "notes", "a.md"));
  expect(await verdictOf("smart_approve", [rule("allow", "read(~/notes/**)")], own)).toBe("allow");
  expect(await verdictOf("auto", [rule("deny", "read(~/notes)")], own)).toBe("deny");
});
