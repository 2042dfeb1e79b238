import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { JsonObject } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "@skein/test-kit";
import { encodeText } from "@skein/platform/text";
import { analyze, type AnalyzeSettings } from "../../src/analyze/index.ts";
import { codeReader } from "../../src/analyze/read-code.ts";
import { wordsOf } from "../developer/workbench.ts";

const project = {
  "src/store.ts": `import { read } from "./read.ts";

export class Store {
  load(id: string): string {
    return read(id).trim();
  }
  save(id: string): void {
    this.load(id);
  }
}
`,
  "src/read.ts": `export function read(id: string): string {
  return decode(id);
}
function decode(id: string): string {
  return id;
}
`,
  "src/main.ts": `import { Store } from "./store.ts";
export function main(): void {
  start(new Store());
}
function start(store: Store): void {
  store.load("1");
}
`,
  "src/other.ts": `function start(): void {}
start();
`,
  "lib/tool.py": `def load(path):
    return path

load("x")
`,
  "README.md": "# load\n",
};

describe("analyze", () => {
  it("outlines a file", async () => {
    await using desk = await openDesk(project);
    expect(await desk.says({ path: "src/store.ts" })).toMatchInlineSnapshot(`
      "/project/src/store.ts: TypeScript, 10 lines
      imports: ./read.ts
      3-10 class: export class Store {
        4-6 method: load(id: string): string {
        7-9 method: save(id: string): void {"
    `);
  });

  it.each([
    ["utf-16le", "\ufeff", ""],
    ["utf-16be", "", ""],
    ["utf-32le", "", ""],
    ["windows-1251", "", ", read as windows-1251, which is a guess"],
    ["iso-2022-jp", "", ", read as iso-2022-jp, which is a guess"],
  ] as const)("reads a file in %s", async (encoding, mark, guess) => {
    const comment =
      encoding === "iso-2022-jp" ? "設定ファイルの読み込みに失敗しました" : "Ошибка при чтении файла";
    const source = `${mark}// ${comment}\nexport function load(): void {}\nload();\nvoid "${"x".repeat(200)}";\n`;
    const content = encodeText(source, encoding);
    if ("missing" in content) throw new Error(content.missing);
    await using desk = await openDesk({ "a.ts": content.bytes, "b.ts": "load();\n" });
    expect((await desk.says({ path: "a.ts" })).split("\n")).toEqual([
      `/project/a.ts: TypeScript, 4 lines${guess}`,
      "2 function: export function load(): void {}",
    ]);
    const found = await desk.says({ path: ".", focus: "load" });
    expect(found).toContain("a.ts:2-2 function load: export function load(): void {}");
    expect(found.includes("which is a guess") || found.includes("that is a guess")).toBe(guess !== "");
    expect((await desk.says({ path: "." })).includes("that is a guess")).toBe(guess !== "");
  });

  it("outlines what is left of a broken file, and says where it breaks", async () => {
    await using desk = await openDesk({ "a.py": "def one():\n    pass\n\ndef two(:\n    return (\n" });
    expect(await desk.says({ path: "a.py" })).toMatchInlineSnapshot(`
      "/project/a.py: Python, 5 lines
      [Line 1 cannot be parsed: something near it may be missing here.]
      1-2 function: def one():"
    `);
  });

  it("shows what a folder declares", async () => {
    await using desk = await openDesk(project);
    expect(await desk.says({ path: "." })).toMatchInlineSnapshot(`
      "/project/ 5 files, 29 lines: TypeScript 4, Python 1; 1 other file
        lib/ 1 file, 4 lines: Python
          tool.py 4 lines, 1 symbol: load
        src/ 4 files, 25 lines: TypeScript
          main.ts 7 lines, 2 symbols: main, start
          other.ts 2 lines, 1 symbol: start
          read.ts 6 lines, 2 symbols: read, decode
          store.ts 10 lines, 3 symbols: Store"
    `);
    expect(await desk.says({ path: ".", max_depth: 1 })).not.toContain("store.ts");
  });

  it("follows the calls of a symbol both ways", async () => {
    await using desk = await openDesk(project);
    expect(await desk.says({ path: ".", focus: "Store.load" })).toMatchInlineSnapshot(`
      "Declared:
        src/store.ts:4-6 method Store.load: load(id: string): string {
      Called by:
        src/main.ts:6 start
        src/store.ts:8 Store.save
        src/main.ts:3 main → start
      Calls:
        src/read.ts:1 read
        not declared here: trim
        src/read.ts:4 decode ← read"
    `);
    expect(await desk.says({ path: "src", focus: "read", follow_depth: 1 })).toMatchInlineSnapshot(`
      "Declared:
        src/read.ts:1-3 function read: export function read(id: string): string {
      Called by:
        src/store.ts:5 Store.load
      Calls:
        src/read.ts:4 decode
      Other uses:
        src/store.ts:1"
    `);
    expect(await desk.says({ path: "src", focus: "Store", follow_depth: 0 })).toMatchInlineSnapshot(`
      "Declared:
        src/store.ts:3-10 class Store: export class Store {
      Uses:
        src/main.ts:1,3,5"
    `);
  });

  it("says what to do where there is nothing to analyze", async () => {
    await using desk = await openDesk({ ...project, "big.js": "f();\n".repeat(300_000) });
    expect(await desk.says({ path: "src", focus: "nowhere" })).toMatchInlineSnapshot(`
      "No source file in /project/src has a symbol nowhere.
      Check the name with search, or name a folder above."
    `);
    expect(await desk.says({ path: "README.md" })).toMatchInlineSnapshot(`
      "/project/README.md is in no language that can be analyzed.
      Use read and search."
    `);
    expect(await desk.says({ path: "big.js" })).toMatchInlineSnapshot(`
      "/project/big.js is over 1 MiB and not analyzed.
      Use read and search."
    `);
    expect(await desk.says({ path: "missing.ts" })).toMatchInlineSnapshot(`
      "There is no /project/missing.ts.
      Use tree or search to find the right path."
    `);
  });

  it("leaves out what ignore files and guards keep", async () => {
    await using desk = await openDesk(
      {
        ...project,
        ".gitignore": "build/\n",
        ".gooseignore": "lib/\n",
        "src/.skeinignore": "read.ts\n",
        "build/store.ts": "export class Store {}\n",
        "secret/store.ts": "export class Store {}\n",
      },
      { isGuarded: (path) => path.includes("/secret/") },
    );
    expect(await desk.says({ path: ".", focus: "Store", follow_depth: 0 })).toMatch(
      /^Declared:\n {2}src\/store.ts.*\nUses:\n {2}src\/main.ts/,
    );
    expect(await desk.says({ path: "." })).not.toMatch(/build|secret|lib\/|read\.ts/);
    expect(await desk.says({ path: "lib/tool.py" })).toContain("is kept from you by");
    expect(await desk.says({ path: "secret/store.ts" })).toContain("is guarded and not analyzed");
  });

  it("bounds its result, and says how to get the rest", async () => {
    const many = Array.from({ length: 2000 }, (_, at) => `export function number${at}() {}`).join("\n");
    await using desk = await openDesk({ "many.ts": many });
    const words = await desk.says({ path: "many.ts" });
    expect(Buffer.byteLength(words)).toBeLessThan(13_000);
    expect(words).toContain("Continue with read");
  });

  it("analyzes the same content once", async () => {
    await using desk = await openDesk({ "a.ts": "f();", "b/c.ts": "f();", "d.js": "f();" });
    const reader = codeReader(() => false);
    const first = await reader.read(join(desk.cwd, "a.ts"));
    expect(await reader.read(join(desk.cwd, "b/c.ts"))).toBe(first);
    expect(await reader.read(join(desk.cwd, "d.js"))).not.toBe(first);
    await writeFile(join(desk.cwd, "a.ts"), "g();");
    expect(await reader.read(join(desk.cwd, "a.ts"))).not.toBe(first);
  });

  it("costs a request less than 1 kB, where it is on", async () => {
    const extension = analyze();
    const tools = await extension.tools();
    const definitions = tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
    expect(Buffer.byteLength(JSON.stringify(definitions))).toBeLessThan(1000);
  });
});

async function openDesk(files: Readonly<Record<string, string | Buffer>>, settings: AnalyzeSettings = {}) {
  const folder = await temporaryFolder();
  const cwd = join(folder.path, "work");
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, name)), { recursive: true });
    await writeFile(join(cwd, name), content);
  }
  const extension = analyze(settings);
  return {
    cwd,
    async says(input: JsonObject): Promise<string> {
      const outcome = await extension.callTool("analyze", input, {
        session: "s",
        callId: "c",
        cwd,
        signal: new AbortController().signal,
        progress: () => {},
        callFolder: join(folder.path, "call"),
      });
      return wordsOf("analyze", outcome).replaceAll(cwd, "/project");
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
