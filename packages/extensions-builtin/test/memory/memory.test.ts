import { mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { extensionContract } from "@skein/extension-kit/contract";
import type { JsonObject } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { memory, readMemories } from "../../src/memory/index.ts";
import { memoryIndex, mostIndexBytes } from "../../src/memory/memory-index.ts";
import { wordsOf } from "../developer/workbench.ts";

const nowhere = { user: [], project: [], projectRoot: "/" };

extensionContract("memory", () => ({
  extension: memory({ folders: nowhere, known: [] }),
  works: { tool: "look_up_memory", input: {} },
  misfits: { tool: "remember", input: { text: 1 } },
}));

async function bench(files: Readonly<Record<string, string | Buffer>> = {}) {
  const folder = await temporaryFolder();
  const at = (path: string) => join(folder.path, path);
  for (const [path, text] of Object.entries({ "repo/a": "", ...files })) {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), text);
  }
  const folders = {
    user: [at("config/memory"), at("goose/memory")],
    project: [at("repo/.agents/memory"), at("repo/.goose/memory")],
    projectRoot: at("repo"),
  };
  const known = await readMemories(folders);
  const extension = memory({ folders, known, holdsSecret: (text) => text.includes("s3cret") });
  return {
    at,
    folders,
    extension,
    says: async (tool: string, input: JsonObject) =>
      wordsOf(
        tool,
        await extension.callTool(tool, input, {
          session: "s",
          callId: "c",
          cwd: folder.path,
          signal: new AbortController().signal,
          progress: () => {},
          callFolder: undefined,
        }),
      ),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describe("a memory file in another encoding", () => {
  const marked = (content: string) => Buffer.from(`\uFEFF${content}`, "utf16le");

  it("keeps it: what is added and what is left is written in it", async () => {
    await using place = await bench({ "config/memory/build.txt": marked("Grüße.\n\n") });
    await place.says("remember", { category: "build", text: "Öfen." });
    const path = place.at("config/memory/build.txt");
    expect(await readFile(path)).toEqual(marked("Grüße.\n\nÖfen.\n\n"));
    await place.says("forget", { category: "build", text: "Grüße." });
    expect(await readFile(path)).toEqual(marked("Öfen.\n\n"));
  });

  it("is not written to if its encoding is a guess", async () => {
    const bytes = Buffer.from("Schöne Grüße, viele Wörter.\n\n", "latin1");
    await using place = await bench({ "config/memory/build.txt": bytes });
    const answer = await place.says("remember", { category: "build", text: "Öfen." });
    expect(answer).toContain("build.txt is not UTF-8; it could be windows-1252");
    expect(await readFile(place.at("config/memory/build.txt"))).toEqual(bytes);
  });
});

describe("the extension memory", () => {
  it("costs a request less than 1.6 kB while nothing is remembered", async () => {
    const extension = memory({ folders: nowhere, known: [] });
    const definitions = (await extension.tools()).map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
    const bytes = Buffer.byteLength(JSON.stringify({ definitions, instructions: extension.instructions }));
    expect(bytes).toBeLessThan(1_600);
  });

  it("remembers in Goose's format, for the user alone or with the project, and looks it up", async () => {
    await using at = await bench();
    await at.says("remember", { text: "Use pnpm.\n\nNever npm.", category: "build", tags: "node, #tools" });
    await at.says("remember", { text: "Answer briefly.", category: "style" });
    await at.says("remember", { text: "Tests need Redis.", category: "build", project: true });
    expect(await readFile(at.at("config/memory/build.txt"), "utf8")).toBe(
      "# node tools\nUse pnpm.\nNever npm.\n\n",
    );
    expect((await stat(at.at("config/memory/build.txt"))).mode & 0o777).toBe(0o600);
    expect(await at.says("look_up_memory", { category: "build" })).toBe(
      "# build\n- Use pnpm.\nNever npm. [node, tools]\n\n# build (project)\n- Tests need Redis.",
    );
    expect(await at.says("look_up_memory", { words: "BRIEFLY style" })).toBe("# style\n- Answer briefly.");
    expect(await at.says("look_up_memory", { words: "nothing" })).toBe("Nothing is remembered about that.");
  });

  it("appends to what another program or the user has written, and leaves the rest as it is", async () => {
    await using at = await bench({
      "goose/memory/build.txt": "# old\nFrom Goose.\n\n",
      "config/memory/notes.md": "# Notes\n\nOne.",
    });
    await at.says("remember", { text: "New.", category: "build" });
    await at.says("remember", { text: "Two.", category: "notes", tags: "a" });
    expect(await readFile(at.at("goose/memory/build.txt"), "utf8")).toBe("# old\nFrom Goose.\n\nNew.\n\n");
    expect(await readFile(at.at("config/memory/notes.md"), "utf8")).toBe("# Notes\n\nOne.\n\nTwo.\n\n");
  });

  it("forgets an entry by its text, or a category; the file ends with its last entry", async () => {
    await using at = await bench({ "config/memory/build.txt": "# a\nOne.\n\nTwo.\n\n" });
    expect(await at.says("forget", { category: "build", text: "Three." })).toContain("Nothing is remembered");
    expect(await at.says("forget", { category: "build", text: "One." })).toBe("Forgot 1 of build.");
    expect(await readFile(at.at("config/memory/build.txt"), "utf8")).toBe("Two.\n\n");
    expect(await at.says("forget", { category: "build" })).toBe("Forgot 1 of build.");
    await expect(stat(at.at("config/memory/build.txt"))).rejects.toThrow("ENOENT");
  });

  it("remembers no key, no novel, and nothing in a place that is none", async () => {
    await using at = await bench();
    expect(await at.says("remember", { text: "It is s3cret", category: "keys" })).toContain(
      "is not remembered",
    );
    expect(await at.says("remember", { text: "x".repeat(4_001), category: "a" })).toContain(
      "1 to 4000 are possible",
    );
    for (const category of ["../a", "a/b", "", ".hidden", "a b"])
      expect(await at.says("remember", { text: "x", category })).toContain("is no category");
    expect(await readMemories(at.folders)).toEqual([]);
  });

  it("follows no link out of the project", async () => {
    await using at = await bench({ "outside/a.txt": "s3cret", "repo/.goose/memory/b.txt": "Fine." });
    await symlink(at.at("outside/a.txt"), at.at("repo/.goose/memory/a.txt"));
    await symlink(at.at("outside"), at.at("repo/.agents"));
    expect((await readMemories(at.folders)).map(({ category }) => category)).toEqual(["b"]);
    const said = await at.says("remember", { text: "x", category: "new", project: true });
    expect(said).toContain("leads out of the project");
  });
});

describe("the index of what is remembered", () => {
  it("has a line for each category, marks the project's, and stays within its bytes", () => {
    const file = (category: string, scope: "user" | "project" = "user") => ({
      category,
      scope,
      path: `/m/${category}.txt`,
      entries: [
        { text: "Use pnpm,\nnever npm.", tags: ["node"] },
        { text: "Two.", tags: [] },
      ],
    });
    expect(memoryIndex([file("build"), file("api", "project")])).toBe(
      "Remembered:\n- build (2, node): Use pnpm, never npm.\n- api (project, 2, node): Use pnpm, never npm.",
    );
    const many = memoryIndex(Array.from({ length: 500 }, (_, at) => file(`category-${at}`)));
    expect(Buffer.byteLength(many)).toBeLessThanOrEqual(mostIndexBytes);
    expect(many).toMatch(/- and \d+ more categories$/);
  });
});
