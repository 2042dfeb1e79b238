import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

/** Each fault is on a line of its own, between others. */
const faults = Array.from({ length: 10 }, (_, index) => `fault(${index + 1});`);
const padding = (count: number) => Array.from({ length: count }, (_, index) => `fine(${index});`);

/** Three files with ten faults: two changed in several places, and a new one. */
const before = { "src/a.ts": padding(120), "src/deep/b.ts": padding(40) };
const after = {
  "src/a.ts": before["src/a.ts"].flatMap((line, index) =>
    [10, 50, 51, 90, 119].includes(index) ? [line, faults.shift() ?? ""] : [line],
  ),
  "src/deep/b.ts": [faults.shift() ?? "", ...before["src/deep/b.ts"].slice(3), faults.shift() ?? ""],
  "new file.ts": [...padding(5), ...faults],
};

interface Said {
  readonly file: string;
  readonly line: number;
  readonly severity: string;
  readonly title: string;
  readonly message: string;
}

/** What a model finds that reads the numbers in front of the faulty lines. */
function faultsIn(request: string): readonly Said[] {
  const task = (JSON.parse(request) as { messages: { content: unknown }[] }).messages
    .map(({ content }) => JSON.stringify(content))
    .join();
  let file = "";
  return task.split("\\n").flatMap((line): Said[] => {
    file = /^=== (.+) \(\w+\)$/.exec(line)?.[1] ?? file;
    const [, number, fault] = /^\s*(\d+) \+ fault\((\d+)\);/.exec(line) ?? [];
    return fault === undefined
      ? []
      : [
          {
            file,
            line: Number(number),
            severity: Number(fault) > 8 ? "high" : "low",
            title: `Fault ${fault}`,
            message: "It fails.",
          },
        ];
  });
}

const report = (findings: readonly Said[]) => ({
  parts: [
    {
      type: "tool-call" as const,
      id: `t${findings.length}`,
      name: "final_output",
      input: { findings } as never,
    },
  ],
});

describe("skein review", () => {
  it("places ten seeded faults on their lines, in a branch", async () => {
    await using server = await anthropicServer((request) => report(faultsIn(request.bytes.toString())));
    await using skein = await skeinHome(server.url);
    const cwd = await repository(skein.home);
    git(cwd, "checkout", "-qb", "topic");
    await write(cwd, after);
    git(cwd, "add", ".");
    git(cwd, "commit", "-qm", "Change");
    const { exitCode, stdout } = await skein.here(
      ["review", "--base", "main", "--format", "json"],
      {},
      { cwd },
    );
    const { findings, checks, subject } = JSON.parse(stdout) as {
      findings: (Said & { isOutside: boolean; checks: string[] })[];
      checks: { name: string; outcome: string }[];
      subject: string;
    };
    expect([exitCode, subject]).toEqual([6, "HEAD since main"]);
    expect(checks.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["bugs", "done"],
      ["security", "done"],
    ]);
    expect(findings).toHaveLength(10);
    for (const { file, line, title, isOutside, checks: by } of findings) {
      const lines = (await readFile(join(cwd, file), "utf8")).split("\n");
      expect([file, lines[line - 1], isOutside, by]).toEqual([
        file,
        `${title.replace("Fault ", "fault(")});`,
        false,
        ["bugs", "security"],
      ]);
    }
    expect(findings.slice(0, 2).map(({ severity }) => severity)).toEqual(["high", "high"]);
    const names = server.requests.map(({ bytes }) => toolNames(bytes.toString()));
    expect(new Set(names.flat())).toEqual(new Set(["analyze", "final_output", "read", "search", "tree"]));
  });

  it.each([
    ["UTF-16", "utf16le"],
    ["windows-1252", "latin1"],
  ] as const)("reads checks and new files in %s", async (_, encoding) => {
    await using server = await anthropicServer(() => report([]));
    await using skein = await skeinHome(server.url);
    const cwd = await repository(skein.home);
    await mkdir(join(cwd, ".agents/checks"), { recursive: true });
    const content = (text: string) => Buffer.from(encoding === "utf16le" ? `\uFEFF${text}` : text, encoding);
    await writeFile(join(cwd, ".agents/checks/units.md"), content("Prüfe die Größen.\n"));
    await writeFile(join(cwd, "new.cs"), content("// Größe\nvar x = 1;\n"));
    const ended = await skein.here(["review", "--check", "units", "--fail-on", "never"], {}, { cwd });
    expect(ended.exitCode).toBe(0);
    const sent = server.requests.map(({ bytes }) => bytes.toString()).join("");
    expect(sent).toContain("Prüfe die Größen.");
    expect(sent).toContain("// Größe");
    expect(sent).not.toContain("\uFFFD");
  });

  it("reviews the working tree with a project's own check, and only that", async () => {
    await using server = await anthropicServer((request) => report(faultsIn(request.bytes.toString())));
    await using skein = await skeinHome(server.url);
    const cwd = await repository(skein.home);
    await write(cwd, {
      ...after,
      "src/.agents/checks/units.md": [
        "---",
        "description: Units",
        "severity-default: low",
        "tools: [Read]",
        "---",
        "Look at units.",
      ],
      ".skeinignore": ["secret.ts"],
      "secret.ts": ["fault(99);"],
    });
    const ended = await skein.here(["review", "--check", "units", "--fail-on", "never"], {}, { cwd });
    expect(ended.exitCode).toBe(0);
    expect(ended.stdout).toContain("src/a.ts:12: low: Fault 1 [units]");
    expect(ended.stdout).toContain("Note: secret.ts is kept from the model and was not reviewed.");
    expect(ended.stdout).toMatch(/7 findings in the working tree: \d files, 1 check\.\n$/);
    expect(server.requests).toHaveLength(1);
    const request = server.requests[0]?.bytes.toString() ?? "";
    expect(toolNames(request)).toEqual(["final_output", "read"]);
    expect(request).toContain("Look at units.");
    expect(request).not.toContain("fault(99)");
  });

  it("marks what is outside the change, and asks again for lines that do not exist", async () => {
    const at = (line: number, title: string): Said => ({
      file: "src/deep/b.ts",
      line,
      severity: "critical",
      title,
      message: "It fails.",
    });
    await using server = await anthropicServer([
      report([at(1, "Inside"), at(20, "Outside"), at(999, "Nowhere"), at(888, "Never")]),
      report([at(38, "Nowhere"), at(777, "Never")]),
    ]);
    await using skein = await skeinHome(server.url);
    const cwd = await repository(skein.home);
    await write(cwd, after);
    const args = ["review", "--check", "bugs", "--format", "sarif", "--fail-on", "critical"];
    const { exitCode, stdout } = await skein.here(args, {}, { cwd });
    expect(exitCode).toBe(6);
    const [run] = (JSON.parse(stdout) as { runs: Record<string, never>[] }).runs;
    const results = (run?.["results"] ?? []) as readonly Record<string, never>[];
    expect(
      results.map((result) => [
        result["locations"]?.[0]?.["physicalLocation"]?.["region"],
        result["properties"]?.["outsideChange"],
      ]),
    ).toEqual([
      [{ startLine: 1 }, false],
      [{ startLine: 20 }, true],
      [{ startLine: 38 }, false],
    ]);
    expect(JSON.stringify(run?.["invocations"])).toContain("src/deep/b.ts has 39 lines and no line 777.");
    expect(server.requests[1]?.bytes.toString()).toContain("src/deep/b.ts has 39 lines and no line 999.");
  });

  it("shares the budget among the checks, and does not pass when one was not finished", async () => {
    await using server = await anthropicServer((request) => report(faultsIn(request.bytes.toString())));
    await using skein = await skeinHome(server.url);
    const cwd = await repository(skein.home);
    await write(cwd, after);
    const ended = await skein.here(["review", "--max-cost", "0.0001"], {}, { cwd });
    expect(ended.exitCode).toBe(5);
    expect(ended.stdout).toContain("The check bugs was not finished (budget).");
    expect(server.requests).toEqual([]);
  });

  it("denies what a reviewer may not do, and goes on", async () => {
    const call = { type: "tool-call", id: "t1", name: "write", input: { path: "x", content: "x" } } as const;
    await using server = await anthropicServer([{ parts: [call] }, report([])]);
    await using skein = await skeinHome(server.url);
    const cwd = await repository(skein.home);
    await write(cwd, { "src/a.ts": ["changed"] });
    const ended = await skein.here(["review", "--check", "bugs"], {}, { cwd });
    expect([ended.exitCode, ended.stdout]).toEqual([
      0,
      "No findings in the working tree: 1 file, 1 check.\n",
    ]);
    expect(git(cwd, "status", "--short").trim()).toBe("M src/a.ts");
  });

  it.each([
    [["--base", "nowhere"], 'There is no branch or commit "nowhere".'],
    [["--check", "bug"], 'There is no check "bug".'],
    [["--fail-on", "severe"], '--fail-on cannot be "severe".'],
  ])("says what is wrong with %j", async (args, problem) => {
    await using skein = await skeinHome();
    const cwd = await repository(skein.home);
    const { exitCode, stderr } = await skein.here(["review", ...args], {}, { cwd });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(problem);
  });

  it("needs no model where nothing has changed", async () => {
    await using skein = await skeinHome();
    const cwd = await repository(skein.home);
    const { exitCode, stdout } = await skein.here(["review"], {}, { cwd });
    expect([exitCode, stdout]).toEqual([0, "No findings in the working tree: 0 files, 2 checks.\n"]);
  });
});

function toolNames(request: string): readonly string[] {
  const { tools } = JSON.parse(request) as { tools: { name: string }[] };
  return tools.map(({ name }) => name).toSorted((one, other) => (one < other ? -1 : 1));
}

async function repository(home: string): Promise<string> {
  const cwd = join(home, "project");
  await write(cwd, before);
  git(cwd, "init", "-qb", "main");
  git(cwd, "add", ".");
  git(cwd, "commit", "-qm", "Begin");
  return cwd;
}

async function write(cwd: string, files: Readonly<Record<string, readonly string[]>>): Promise<void> {
  for (const [name, lines] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, name)), { recursive: true });
    await writeFile(join(cwd, name), `${lines.join("\n")}\n`);
  }
}

function git(cwd: string, ...args: readonly string[]): string {
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  return execFileSync("git", [...who, ...args], { cwd, encoding: "utf8" });
}
