import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { writeProjectNotes } from "../../src/init/index.ts";

async function notesOf(files: Readonly<Record<string, string>>) {
  await using folder = await temporaryFolder();
  const root = join(folder.path, "heron");
  for (const [path, text] of Object.entries({ "src/a": "", "node_modules/b": "", ...files })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const { path, text, commands } = await writeProjectNotes(root);
  expect(await readFile(path, "utf8")).toBe(text);
  await expect(writeProjectNotes(root)).rejects.toThrow("is there already, and is not overwritten");
  return { text, commands: commands.map(({ purpose, command }) => `${purpose}: ${command}`) };
}

describe("notes about a project", () => {
  it("have its commands, folders and first sentence, and point to notes that are there", async () => {
    const { text } = await notesOf({
      "package.json": JSON.stringify({
        scripts: { test: "vitest", build: "tsc", prepare: "x", lint: "oxlint" },
      }),
      "pnpm-lock.yaml": "",
      "README.md": "# Heron\n\n![badge](x)\n\nHeron counts birds. It is fast.\n",
      "CLAUDE.md": "Be brief.",
    });
    expect(text).toMatchInlineSnapshot(`
      "# heron

      Heron counts birds.

      ## Commands

      - install: \`pnpm install\`
      - test: \`pnpm test\`
      - build: \`pnpm run build\`
      - lint: \`pnpm run lint\`

      ## Folders

      - \`src/\`

      ## Rules

      - See also @CLAUDE.md
      - What an agent cannot see from the code: conventions, what not to touch, how to check a change.
      "
    `);
  });

  it.each([
    [
      "Rust",
      { "Cargo.toml": "" },
      ["build: cargo build", "test: cargo test", "lint: cargo clippy", "format: cargo fmt"],
    ],
    ["Go", { "go.mod": "" }, ["build: go build ./...", "test: go test ./...", "lint: go vet ./..."]],
    [
      "Python with uv",
      { "pyproject.toml": "[tool.pytest]\n[tool.ruff]", "uv.lock": "" },
      ["install: uv sync", "test: uv run pytest", "lint: uv run ruff check ."],
    ],
    ["Maven with a wrapper", { "pom.xml": "", mvnw: "" }, ["build: ./mvnw package", "test: ./mvnw test"]],
    [
      "make",
      { Makefile: "CC := gcc\nbuild: a\n\tcc\n.PHONY: test\ntest:\n\t./t\nother:\n" },
      ["build: make build", "test: make test"],
    ],
    ["a package.json that is none", { "package.json": "{" }, ["install: npm install"]],
    ["nothing known", {}, []],
  ])("know %s", async (_, files, commands) => {
    expect((await notesOf(files)).commands).toEqual(commands);
  });
});
