import { describe, expect, it } from "vitest";
import { broadRules, createGate, type PermissionRule, type RememberedAnswer } from "../src/index.ts";
import { request, signal } from "./requests.ts";

const run = (command: string) => request({ input: { command } });

async function decide(command: string, ...tools: readonly string[]) {
  const rules = tools.map((tool): PermissionRule => ({ tool, verdict: "allow" }));
  return createGate({ mode: "smart_approve", rules }).decide(run(command), signal);
}

describe("a rule with [known]", () => {
  it.each<[rule: string, covered: string[], uncovered: string[]]>([
    [
      "npm test",
      [
        "npm test",
        "npm test -- --watch",
        "npm test src/a.test.ts",
        "npm test --silent -- -t 'a b'",
        "npm test -- --reporter=dot",
        "cd sub && npm test",
      ],
      [
        "npm test --script-shell=/elsewhere/evil",
        "npm test --script-shell evil",
        "npm test --prefix=/elsewhere",
        "npm test -C /elsewhere",
        "npm test --node-options=--import=evil",
        "npm test --userconfig=evil",
        "npm test -- --config=/elsewhere/evil.js",
        "npm test -- --require evil",
        "npm test -- --reporter=/elsewhere/evil.js",
        "npm test /elsewhere/a.test.ts",
        "npm test ../a.test.ts",
        "npm test ~/a.test.ts",
        "npm test $x",
        'npm test "$x"',
        "cd .. && npm test",
        "cd /tmp && npm test",
        "A=1 npm test",
      ],
    ],
    [
      "npm run build",
      ["npm run build", "npm run build -- --watch"],
      ["npm run build --script-shell=a", "npm run other", "npm run build -g"],
    ],
    [
      "node --test",
      [
        "node --test",
        "node --test a.test.ts 'src/**/*.test.ts'",
        "node --test src/*.ts",
        "node --test --test-name-pattern=a",
        "node --test --watch",
      ],
      [
        "node --test --import=a",
        "node --test -r a",
        "node --test --env-file=a",
        "node --test /elsewhere/a.js",
        "node --test --test-reporter-destination=a",
        "node --test $x",
      ],
    ],
    [
      "git log",
      [
        "git log",
        "git log --oneline -5 --stat -- src",
        "git log -p HEAD~3..HEAD",
        "git log @~1",
        "git log @..main",
        "git log --format='%h %s'",
      ],
      [
        "git log --output=a",
        "git log --ext-diff",
        "git log --textconv",
        "git log --format=%G?",
        "git log -O/etc/a",
      ],
    ],
    [
      "git diff",
      ["git diff", "git diff --cached src/a.ts"],
      ["git diff --no-index a b", "git diff --output=a", "git diff /etc/a b"],
    ],
    [
      "git add",
      ["git add .", "git add -A", "git add src/*.ts"],
      ["git add -f .env", "git add --pathspec-from-file=a", "git add ../a"],
    ],
    [
      "git commit",
      [
        "git commit -m 'a b'",
        'git commit -am "$x"',
        'git commit -m "$(date)"',
        "git commit --amend --no-edit",
        "git commit -F msg",
      ],
      [
        "git commit -m $x",
        "git commit -F /etc/a",
        "git commit --no-verify",
        "git commit -t a",
        "git commit --gpg-sign=a",
      ],
    ],
    [
      "git fetch",
      ["git fetch", "git fetch origin main --prune"],
      ["git fetch --upload-pack=a", "git fetch https://a", "git fetch /elsewhere", "git fetch host:a"],
    ],
    ["git stash list", ["git stash list"], ["git stash list --output=a"]],
    [
      "cargo test",
      ["cargo test", "cargo test a::b -- --nocapture", "cargo test -p a --release"],
      [
        "cargo test --config a",
        "cargo test --manifest-path=/x",
        "cargo test -Zunstable",
        "cargo test --target-dir=/x",
      ],
    ],
    [
      "go test",
      ["go test ./...", "go test -run=X -v ./a", "go test -race -count 1"],
      [
        "go test -exec evil",
        "go test -toolexec=evil",
        "go test -o ../a",
        "go test -modfile=a",
        "go test ../a",
        "go test -C /x",
      ],
    ],
    [
      "pytest",
      ["pytest", "pytest -q tests/a.py::test_b -k 'a and b'"],
      [
        "pytest -p evil",
        "pytest -c /x",
        "pytest --rootdir=/x",
        "pytest /x/a.py",
        "pytest @options",
        "pytest -q a.py @./options",
        "pytest -o a=b",
        "pytest --junitxml=a",
      ],
    ],
    ["python3 -m pytest", ["python3 -m pytest -x tests"], ["python3 -m pytest -p evil"]],
    [
      "npx vitest",
      ["npx vitest run src", "npx vitest --coverage"],
      ["npx vitest --config=/x", "npx vitest --globalSetup=a", "npx vitest run /x"],
    ],
    [
      "pnpm exec tsc",
      ["pnpm exec tsc -b", "pnpm exec tsc --noEmit -p src"],
      ["pnpm exec tsc -p /x", "pnpm exec tsc --outFile a"],
    ],
    ["eslint", ["eslint src --fix"], ["eslint -c /x src", "eslint --rulesdir a", "eslint -f ./evil.js"]],
    ["mkdir", ["mkdir -p a/b"], ["mkdir -p /x", "mkdir ../a", "mkdir ~/a"]],
  ])("shell(%s [known])", async (words, covered, uncovered) => {
    const rule = `shell(${words} [known])`;
    for (const command of covered)
      expect([command, (await decide(command, rule)).verdict]).toEqual([command, "allow"]);
    for (const command of uncovered)
      expect([command, (await decide(command, rule)).verdict]).toEqual([command, "ask"]);
  });

  it("names the option that it does not cover, also where an answer has added it", async () => {
    const expected = {
      verdict: "ask",
      reason:
        'This call runs a command, and mode smart_approve asks first: "--script-shell=/x" is not among what shell(npm test [known]) covers.',
    };
    expect(await decide("npm test --script-shell=/x", "shell(npm test [known])")).toMatchObject(expected);
    let kept: readonly RememberedAnswer[] = [];
    const store = {
      load: async () => kept,
      save: async (all: readonly RememberedAnswer[]) => void (kept = all),
    };
    await createGate({ mode: "smart_approve", store }).remember(run("npm test"), "always");
    const gate = createGate({ mode: "smart_approve", store });
    expect(await gate.decide(run("npm test -- --watch"), signal)).toMatchObject({ verdict: "allow" });
    expect(await gate.decide(run("npm test --script-shell=/x"), signal)).toMatchObject(expected);
  });

  it("is what an answer of an earlier version covers; a written rule covers what it says", async () => {
    const { tool, extension, effect, input, cwd } = run("npm test");
    const answer = {
      tool,
      extension,
      effect,
      call: { input, cwd },
      rules: ["shell(npm test *)", "shell(make all *)"],
    };
    const store = { load: async () => [answer], save: async () => {} };
    const gate = createGate({ mode: "smart_approve", store });
    const verdictOf = async (command: string) => (await gate.decide(run(command), signal)).verdict;
    expect(await verdictOf("npm test -- --watch")).toBe("allow");
    expect(await verdictOf("npm test --script-shell=/x")).toBe("ask");
    expect(await verdictOf("make all -j4")).toBe("allow");
    expect((await decide("npm test --script-shell=/x", "shell(npm test *)")).verdict).toBe("allow");
  });

  it("that denies means any further words", async () => {
    const gate = createGate({ mode: "auto", rules: [{ tool: "shell(npm test [known])", verdict: "deny" }] });
    expect((await gate.decide(run("npm test --script-shell=/x"), signal)).verdict).toBe("deny");
  });

  it.each([
    "shell(make [known])",
    "shell(git push [known])",
    "shell(unknown [known])",
    "shell(git stash [known])",
    "shell(npm * [known])",
  ])("is refused where nothing is known: %s", (tool) => {
    expect(() => createGate({ mode: "auto", rules: [{ tool, verdict: "allow" }] })).toThrow(
      /no options are known/,
    );
  });

  it("in quotes is a word", async () => {
    expect((await decide("echo1 '[known]'", "shell(echo1 '[known]')")).verdict).toBe("allow");
    expect((await decide("echo1 a", "shell(echo1 '[known]')")).verdict).toBe("ask");
  });
});

describe("a rule that lets a program run anything", () => {
  it.each([
    "make *",
    "git *",
    "find *",
    "npm *",
    "npm run *",
    "pnpm exec *",
    "node *",
    "python3 *",
    "python -m *",
    "cargo *",
    "go run *",
    "sudo *",
    "bash *",
    "env *",
    "xargs *",
    "docker run *",
    "kubectl exec *",
    "awk *",
    "sed *",
    "tar *",
    "rg *",
    "curl *",
    "/usr/bin/make *",
    "git -c *",
    "npx *",
    "ssh *",
    "vim *",
    "rsync *",
    "perl *",
  ])("is found: %s", (pattern) => {
    expect(broadRules([{ tool: `shell(${pattern})`, verdict: "allow" }])).toMatchObject([
      { rule: `shell(${pattern})`, what: expect.stringContaining("run anything") as string },
    ]);
  });

  it.each([
    "make",
    "make test",
    "make test *",
    "git log *",
    "git status [known]",
    "npm test *",
    "npm run build *",
    "ls *",
    "mycmd *",
    "docker ps *",
    "node --test *",
  ])("is not: %s", (pattern) => {
    expect(broadRules([{ tool: `shell(${pattern})`, verdict: "allow" }])).toEqual([]);
  });

  it("has narrower ones in its place, which can be written", () => {
    const [git] = broadRules([{ tool: "outside(git:*)", verdict: "allow" }]);
    expect(git?.narrower).toContain("outside(git log [known])");
    const all = broadRules(
      ["git", "make", "npm", "node", "python3", "python3.12", "cargo", "go", "find"].map((name) => ({
        tool: `shell(${name} *)`,
        verdict: "allow",
      })),
    );
    for (const { narrower } of all)
      for (const tool of narrower)
        expect(() => createGate({ mode: "auto", rules: [{ tool, verdict: "allow" }] })).not.toThrow();
    expect(all).toHaveLength(9);
  });

  it.each(["deny", "ask"] as const)("means nothing where it says %s", (verdict) => {
    expect(broadRules([{ tool: "shell(make *)", verdict }])).toEqual([]);
    expect(
      broadRules([
        { tool: "shell", verdict: "allow" },
        { tool: "shell(*)", verdict: "allow" },
      ]),
    ).toEqual([]);
  });
});
