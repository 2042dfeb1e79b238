import type { Entry } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { sampleSession } from "../src/conformance/index.ts";
import { landmarksOf } from "../src/summary/landmarks.ts";
import { textTokens } from "../src/tokens/estimate.ts";

/** What the index says of a message of the user, without where it stood. */
const indexOf = (text: string): string =>
  landmarksOf(sampleSession([{ user: text }]), 10_000).replaceAll(" [2]", "");

describe("the index knows", () => {
  it.each([
    ["http://a.b/c and (https://x.org/q?a=1), end", "Links: http://a.b/c; https://x.org/q?a=1"],
    [
      `<https://abc> "https://def" 'https://ghi' [https://jkl] {https://mno}`,
      "Links: https://abc; https://def; https://ghi; https://jkl; https://mno",
    ],
    ["xhttp://a.b/cd or https://ab", ""],
    [`https://${"a".repeat(200)}`, `Links: https://${"a".repeat(150)} …`],
  ])("links: %j", (text, index) => {
    expect(indexOf(text)).toBe(index);
  });

  it.each([
    [
      "edit src/a.ts, ./b/c, ../d/e.md, ~/f/g, /etc/hosts.",
      "Files: ../d/e.md; ./b/c; /etc/hosts; src/a.ts; ~/f/g",
    ],
    ["y-src/b.ts or 9src/c.ts, a//b/c", "Files: 9src/c.ts; y-src/b.ts"],
    ["@scope/pkg+x/a-b.c_d/e@f", "Files: @scope/pkg+x/a-b.c_d/e@f"],
    ["x:src/a and .src:b/c", ""],
    [
      "open package.json, my-file.tsx and notes.txt, not a.doc or b.jsonx",
      "Files: my-file.tsx; notes.txt; package.json",
    ],
    [
      "a.mjs b.cjs c.jsx d.yml e.yaml f.toml g.py h.rs i.go j.java k.rb l.php",
      "Files: a.mjs; b.cjs; c.jsx; d.yml; e.yaml; f.toml; g.py; h.rs; i.go; j.java; k.rb; l.php",
    ],
    [
      "m.c n.h o.cpp p.cs q.sh r.sql s.html t.css u.csv v.lock w.log x.pdf y.ini z.env a.md",
      "Files: a.md; m.c; n.h; o.cpp; p.cs; q.sh; r.sql; s.html; t.css; u.csv; v.lock; w.log; x.pdf; y.ini; z.env",
    ],
    ["c/d.ts:. e/f;,", "Files: c/d.ts; e/f"],
    [`${"a/".repeat(12)}b`, `Files: ${"a/".repeat(12)}b`],
  ])("files: %j", (text, index) => {
    expect(indexOf(text)).toBe(index);
  });

  it.each([
    ["TypeError: x is not a function", "TypeError: x is not a function"],
    ["before\nMyException (7) happened\nafter", "MyException (7) happened"],
    ["in job 7: Error [E_FAIL]", "in job 7: Error [E_FAIL]"],
    [
      "an error: no space\nerror[E0308] mismatched\nmy error is fine",
      "an error: no space; error[E0308] mismatched",
    ],
    ["ERROR : upper", "ERROR : upper"],
    ["mirrored: none\nnonfatal: no\nfatal: repo\npanic: index\ndont_panic: x", "fatal: repo; panic: index"],
    ["FAIL a\n3 FAILED\nit failed\nFAILURE\nfailing", "3 FAILED; FAIL a; it failed"],
    [
      "exit code 1\nexited with code: 2\nexit status 3\nexit code 0\nexit code: 10\nexits code 4",
      "exit code 1; exit code: 10; exit status 3; exited with code: 2",
    ],
    [`${"w ".repeat(60)}TypeError: far`, ""],
    [`${"w ".repeat(39)}TypeError: near`, `${"w ".repeat(39)}TypeError: near`],
    [`TypeError: ${"word ".repeat(50)}`, `TypeError: ${"word ".repeat(28)}word …`],
  ])("errors: %j", (text, errors) => {
    expect(indexOf(text)).toBe(errors === "" ? "" : `Errors: ${errors}`);
  });

  it.each([
    ["9f8e7d6 and 9f8e7d, deadbeef, 12345678", "9f8e7d6"],
    [`${"ab1".repeat(21)}, ${"ab1".repeat(22)}`, "ab1".repeat(21)],
    ["at 0b5c9c34-8d57-4a7e-9e21-6f0d1a2b3c4d.", "0b5c9c34-8d57-4a7e-9e21-6f0d1a2b3c4d"],
    ["SHOP-142, A-1, AB-12345678, ab-12, X2Y-7", "SHOP-142; X2Y-7"],
    ["v1.2.3, 10.20.30, 1.2.3-beta.1, 1.2", "1.2.3-beta.1; 10.20.30; v1.2.3"],
    ["#12 and a#13, #12345678", "#12"],
  ])("ids: %j", (text, ids) => {
    expect(indexOf(text)).toBe(`Ids: ${ids}`);
  });

  it.each([
    "12 ms",
    "3s",
    "4 min",
    "5 h",
    "6kB",
    "7 MiB",
    "8 GB",
    "9 TB",
    "1KB",
    "9 bytes",
    "10 %",
    "11px",
    "12 rows",
    "13 lines",
    "14 tests",
    "15 users",
    "16 tokens",
    "17 requests",
    "19 °C",
    "20 kg",
    "21 km",
    "22 USD",
    "23 EUR",
    "$5",
    "€ 1,200.50",
    "£7.20",
    "1.5 ms",
    "1,000 ms",
    "2.25 s",
  ])("numbers: %s", (number) => {
    expect(indexOf(`about\nit is ${number} now`)).toBe(`Numbers: it is ${number}`);
  });

  it.each(["12 msx", "a12 ms", "12 pounds", "12"])("no number in %j", (text) => {
    expect(indexOf(text)).toBe("");
  });

  it("the words before a number, whole ones of the same line", () => {
    expect(indexOf("the quick brown fox jumps over 42 ms")).toBe("Numbers: quick brown fox jumps over 42 ms");
    expect(indexOf("line one\nlead 42 ms")).toBe("Numbers: lead 42 ms");
    expect(indexOf("18 req/s")).toBe("Files: req/s\nNumbers: 18 req/s");
    // 29 characters before it are taken as they are; of 30 the first word may be half a word.
    expect(indexOf(`ab ${"c".repeat(25)} 42 ms`)).toBe(`Numbers: ab ${"c".repeat(25)} 42 ms`);
    expect(indexOf(`ab ${"c".repeat(26)} 42 ms`)).toBe(`Numbers: ${"c".repeat(26)} 42 ms`);
  });
});

describe("the index", () => {
  const head = { v: 1, at: 0, run: "run" } as const;
  const calling = (input: Record<string, unknown>, partial?: "restarted"): Entry =>
    ({
      ...head,
      seq: 7,
      kind: "assistant-message",
      request: 1,
      content: [
        { type: "tool-call", id: "a", name: "tool", input },
        { type: "tool-call", id: "b", name: "tool", raw: '{"command":"half', problem: "cut-off" },
      ],
      stop: "tool-calls",
      ...(partial && { partial }),
    }) as Entry;

  it.each([
    [{ command: "make all" }, "Commands: make all [7]"],
    [{ cmd: "make" }, "Commands: make [7]"],
    [{ script: "build it" }, "Commands: build it [7]"],
    [{ path: "somewhere" }, "Files: somewhere [7]"],
    [{ outputFile: "b", inputFile: "aa" }, "Files: aa [7]"],
    [{ Folder: "one" }, "Files: one [7]"],
    [{ workdir: "two" }, "Files: two [7]"],
    [{ file: "not a\npath" }, ""],
    [{ text: "TypeError: no\nin src/a.ts" }, "Files: src/a.ts [7]\nErrors: TypeError: no [7]"],
    [{ count: 7, list: ["src/a.ts"], nested: { path: "src/b.ts" } }, ""],
  ])("reads the input of a call: %j", (input, index) => {
    expect(landmarksOf([calling(input)], 10_000)).toBe(index);
  });

  it("ignores restarted replies and inputs that are not objects", () => {
    expect(landmarksOf([calling({ command: "make" }, "restarted")], 10_000)).toBe("");
    for (const input of [null, "src/a.ts", ["src/a.ts"]])
      expect(landmarksOf([calling(input as never)], 10_000)).toBe("");
    const notice: Entry = {
      ...head,
      seq: 3,
      kind: "notice",
      audience: "model",
      level: "info",
      text: "src/a.ts",
    };
    expect(landmarksOf([notice], 10_000)).toBe("");
    expect(landmarksOf([], 10_000)).toBe("");
  });

  it("reads the first and the last three thousand characters of a text", () => {
    const filled = (characters: number) => "- ".repeat(characters / 2);
    const text = `src/first.ts ${filled(2_980)}\n${filled(500)} src/middle.ts ${filled(500)}\n${filled(2_980)} src/last.ts`;
    expect(indexOf(text)).toBe("Files: src/first.ts; src/last.ts");
    expect(indexOf(`src/a.ts ${filled(2_940)} src/b.ts ${filled(2_940)} src/c.ts`)).toBe(
      "Files: src/a.ts; src/b.ts; src/c.ts",
    );
  });

  it("reads a text of six thousand as one", () => {
    const filled = "- ".repeat(1_490);
    expect(indexOf(`${filled} src/in-the-middle-of-it.ts ${filled}`)).toBe(
      "Files: src/in-the-middle-of-it.ts",
    );
  });

  it("counts a thing once in a text, and says how often and where last it stood", () => {
    const session = sampleSession([
      { user: "src/a.ts src/a.ts" },
      { user: "src/b.ts" },
      { user: "src/a.ts" },
    ]);
    expect(landmarksOf(session, 10_000)).toBe("Files: src/a.ts [×2, 4]; src/b.ts [3]");
  });

  it("puts first what is new, often named, and then what comes first in the alphabet", () => {
    const session = sampleSession([
      { user: "src/old.ts src/often.ts" },
      { user: "src/often.ts" },
      { user: "src/often.ts src/old2.ts" },
      { user: "src/d.ts src/c.ts" },
    ]);
    expect(landmarksOf(session, 10_000)).toBe(
      "Files: src/often.ts [×3, 4]; src/c.ts [5]; src/d.ts [5]; src/old2.ts [4]; src/old.ts [2]",
    );
  });

  it("shares its tokens among its groups, and leaves none of them unused", () => {
    const turns = Array.from({ length: 80 }, (_, at) => ({
      user: `see src/part-${at}.ts, https://host/page-${at} and JOB-${at}\nTypeError: number ${at}`,
    }));
    for (const budget of [100, 300, 600]) {
      const index = landmarksOf(sampleSession(turns), budget);
      expect(textTokens(index)).toBeLessThanOrEqual(budget);
      expect(textTokens(index)).toBeGreaterThan(budget * 0.6);
      expect(index.split("\n").map((line) => line.split(":")[0])).toEqual([
        "Files",
        "Errors",
        "Ids",
        "Links",
      ]);
    }
    const files = Array.from({ length: 80 }, (_, at) => ({ user: `see src/part-${at}.ts` }));
    const alone = textTokens(landmarksOf(sampleSession(files), 300));
    expect(alone).toBeGreaterThan(75);
    expect(alone).toBeLessThanOrEqual(100);
  });
});
