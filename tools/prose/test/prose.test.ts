import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { decisionProblems } from "../decisions.ts";
import { glossaryProblems } from "../glossary.ts";
import { offencesIn } from "../offences.ts";
import { lackingWords } from "../searched-words.ts";
import { readTexts } from "../texts.ts";

function plant(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "skein-prose-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

function foundIn(files: Readonly<Record<string, string>>): string[] {
  return offencesIn(readTexts(plant(files))).map(({ path, line, found }) => `${path}:${line}: ${found}`);
}

describe("denied words", () => {
  it("are found in comments, strings and pages", () => {
    const files = {
      "packages/a/src/x.ts": '// Mend\nthrow new Error(`It stands\nalone: ${"mended"}`);\n',
      "packages/a/README.md": "Fine.\n\nWhat it takes you away from.\n",
      "README.md": "Anew.\n",
    };
    expect(foundIn(files)).toEqual([
      "packages/a/README.md:3: takes you away",
      "packages/a/src/x.ts:1: Mend",
      "packages/a/src/x.ts:2: stands alone",
      "packages/a/src/x.ts:3: mended",
      "README.md:1: Anew",
    ]);
  });

  it("are left in code, regular expressions, changelogs and what others made", () => {
    const files = {
      "packages/a/src/x.ts": "const mend = /anew/;\n",
      "packages/a/CHANGELOG.md": "Anew.\n",
      "packages/a/test/fixtures/x.ts": "// anew\n",
      "packages/a/node_modules/b/README.md": "Anew.\n",
    };
    expect(foundIn(files)).toEqual([]);
  });
});

describe("words that newcomers search for", () => {
  it("are found across line breaks, hyphens and cases", () => {
    const page = "The Context\n  window is append-only.";
    expect(lackingWords(page, ["context window", "append-only", "backoff"])).toEqual(["backoff"]);
  });
});

describe("the glossary", () => {
  it("points at pages that use its terms", () => {
    const rows = [
      "| **retry**, **backoff** | … | [providers](providers.md#retries) |",
      "| **fork** | … | [gone](gone.md) |",
      "| **lease** | … | |",
    ];
    const root = plant({ "docs/glossary.md": rows.join("\n"), "docs/providers.md": "It makes a retry." });
    expect(glossaryProblems(root)).toEqual([
      'docs/glossary.md:1: "backoff" is not on providers.md; use it there',
      "docs/glossary.md:2: fork: no page gone.md; link the page that documents it",
      "docs/glossary.md:3: lease: no page ; link the page that documents it",
    ]);
  });
});

describe("decision records", () => {
  it("say when they were made and whether they are in force", () => {
    const root = plant({
      "docs/decisions/0001-a.md": "# A\n\nDate: 2026-11-20. Status: accepted.\n\nText.\n",
      "docs/decisions/0002-b.md": "# B\n\nDate: 2026-11-20. Status: replaced by [A](0001-a.md).\n",
      "docs/decisions/0003-c.md": "# C\n\nText.\n",
    });
    expect(decisionProblems(root)).toEqual([
      'docs/decisions/0003-c.md:3: needs "Date: YYYY-MM-DD. Status: accepted." under its title',
    ]);
  });

  it("have a number each", () => {
    const text = "# A\n\nDate: 2026-11-20. Status: accepted.\n\nText.\n";
    const root = plant({ "docs/decisions/0001-b.md": text, "docs/decisions/0001-a.md": text });
    expect(decisionProblems(root)).toEqual([
      "docs/decisions/0001-b.md:1: has the number of 0001-a.md; take the next free one",
    ]);
  });
});
