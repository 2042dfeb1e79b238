import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readHints } from "../src/index.ts";
import { tempFolder } from "./temp-folder.ts";

async function read(files: Readonly<Record<string, string>>) {
  const folder = tempFolder();
  const root = join(folder, "repo");
  mkdirSync(join(root, ".git"), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync(folder, join(root, "up"));
  const hints = await readHints({ cwd: root, config: join(folder, "config"), names: ["AGENTS.md"] });
  return {
    texts: hints.files.map(({ text, from }) => `${from}: ${text}`),
    warnings: hints.warnings.map((warning) => warning.replaceAll(folder, "~")),
  };
}

describe("imports of hint files", () => {
  it("follow what imports them, relative to it, each file once", async () => {
    const { texts, warnings } = await read({
      "repo/AGENTS.md": "See @docs/style.md and (@./docs/tests.md), again @docs/style.md.",
      "repo/docs/style.md": "Style, @more/deep.md",
      "repo/docs/more/deep.md": "Deep, back to @../style.md",
      "repo/docs/tests.md": "Tests",
      "config/AGENTS.md": "Mine, @own.md",
      "config/own.md": "Own",
    });
    expect(texts).toEqual([
      "user: Mine, @own.md",
      "user: Own",
      "project: See @docs/style.md and (@./docs/tests.md), again @docs/style.md.",
      "project: Style, @more/deep.md",
      "project: Deep, back to @../style.md",
      "project: Tests",
    ]);
    expect(warnings).toEqual([]);
  });

  it("are none in code, in addresses, and where there is no such file", async () => {
    const { texts, warnings } = await read({
      "repo/AGENTS.md": "`@a.md`\n```\n@a.md\n```\nme@a.md, @skein/agent, @nothing.md, @ alone",
      "repo/a.md": "not imported",
    });
    expect(texts).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  it("go five files deep", async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [`repo/${at}.md`, `Level ${at} @${at + 1}.md`]),
    );
    const { texts, warnings } = await read({ "repo/AGENTS.md": "@0.md", ...chain });
    expect(texts).toHaveLength(6);
    expect(warnings).toEqual(["~/repo/4.md imports more: imports go 5 files deep. Import them further up."]);
  });

  it("never lead out of the project, and bring no file that could hold keys", async () => {
    const { texts, warnings } = await read({
      "repo/AGENTS.md": "@../secret.md @up/secret.md @.env @/etc/passwd @keys.json",
      "repo/.env": "KEY=s3cret",
      "repo/keys.json": "s3cret",
      "secret.md": "s3cret",
    });
    expect(texts).toHaveLength(1);
    expect(warnings.join("\n")).not.toContain("s3cret");
    expect(warnings).toHaveLength(5);
    expect(warnings.filter((warning) => warning.includes("leads out of the project"))).toHaveLength(3);
    expect(warnings.filter((warning) => warning.includes("only text such as Markdown"))).toHaveLength(2);
  });
});
