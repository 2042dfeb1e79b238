import { chmodSync, readFileSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { encodeText, type Encoding } from "@skein/platform/text";
import type { ExtensionState, JsonObject, JsonValue } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { developer } from "../../src/developer/index.ts";
import { wordsOf, workbench } from "./workbench.ts";

function encoded(text: string, encoding: Encoding): Buffer {
  const result = encodeText(text, encoding);
  if ("missing" in result) throw new Error(`${encoding} has no code for ${result.missing}`);
  return result.bytes;
}

/** What a call says of a file that was read, and the file after it. */
async function after(
  content: string | Buffer,
  tool: string,
  input: JsonObject,
): Promise<{ readonly said: string; readonly file: Buffer }> {
  await using bench = await workbench();
  await writeFile(join(bench.cwd, "f"), content);
  await bench.says("read", { path: "f" });
  const said = await bench.says(tool, { path: "f", ...input });
  return { said: said.replaceAll(`${bench.cwd}/`, ""), file: readFileSync(join(bench.cwd, "f")) };
}

const cyrillic = encoded("// Ошибка при чтении файла конфигурации\nint x;\n", "windows-1251");

describe("a guessed encoding", () => {
  it("is named by read, and another one can be said", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "f"), encoded("// за\nint x;\n", "windows-1251"));
    expect(await bench.says("read", { path: "f" })).toContain("windows-1252 is a guess");
    expect(await bench.says("read", { path: "f", encoding: "cp1251" })).toBe(
      "1\t// за\n2\tint x;\n[2 lines, all shown; windows-1251]",
    );
    expect(await bench.says("read", { path: "f", encoding: "klingon" })).toContain(
      'Unknown encoding "klingon"; nothing was done.\nUse one of: utf-8, ',
    );
  });

  it("takes ASCII, and what only moves", async () => {
    const { said, file } = await after(cyrillic, "edit", { old_text: "int x;", new_text: "int y;" });
    expect(said).toContain("Edited f in 1 place (windows-1251 is a guess):");
    expect(file.toString("latin1")).toBe(cyrillic.toString("latin1").replace("x", "y"));
  });

  it.each([
    ["edit", { old_text: "int x;", new_text: "int x; // ёж" }],
    ["edit", { old_text: "int x;", new_text: "int x; // ош" }],
    ["write", { content: "// ё\n" }],
  ])("refuses new characters of %s until the encoding is said", async (tool, input) => {
    const refused = await after(cyrillic, tool, input);
    expect(refused.said).toMatch(/^The encoding of f is a guess \(windows-1251\), and the call adds [ёош]/);
    expect(refused.said).toContain('with encoding: "windows-1251"');
    expect(refused.file).toEqual(cyrillic);
    const { said, file } = await after(cyrillic, tool, { ...input, encoding: "windows-1251" });
    expect(said).not.toContain("nothing was");
    expect(file.includes(encoded(tool === "edit" ? "x; // " : "ё", "windows-1251"))).toBe(true);
  });

  it("is none with a byte order mark", async () => {
    const content = Buffer.from("\ufeffx\n", "utf16le");
    const { said, file } = await after(content, "edit", { old_text: "x", new_text: "é", encoding: "koi8-r" });
    expect(said).toContain("f has the byte order mark of utf-16le, so it is not koi8-r; nothing was done.");
    expect(file).toEqual(content);
  });
});

describe("an encoding that a call has named", () => {
  const short = encoded("// за\nint x;\n", "windows-1251");
  const edit = { old_text: "int x;", new_text: "int x; // ёж" };
  const state = (): ExtensionState => {
    let value: JsonValue | undefined;
    return {
      read: () => value,
      write: async (next) => {
        value = JSON.parse(JSON.stringify(next)) as JsonValue;
      },
    };
  };

  it.each([
    ["read", {}],
    ["edit", { old_text: "int x;", new_text: "int x; " }],
    ["write", { content: "// за\nint x;\n" }],
  ] as const)("of %s is remembered, also by a later process", async (tool, input) => {
    const kept = { state: state() };
    const path = join("sub", "f");
    await using bench = await workbench();
    await mkdir(join(bench.cwd, "sub"));
    await writeFile(join(bench.cwd, path), short);
    await bench.says("read", { path }, kept);
    expect(await bench.says("edit", { path, ...edit }, kept)).toContain("is a guess");
    expect(await bench.says(tool, { path, ...input, encoding: "cp1251" }, kept)).not.toContain("nothing was");
    const resumed = developer();
    const context = { session: "s", cwd: bench.cwd, signal: new AbortController().signal, ...kept };
    const more = { callId: "later", progress: () => {}, callFolder: undefined };
    const outcome = await resumed.callTool("edit", { path, ...edit }, { ...context, ...more });
    expect(wordsOf("edit", outcome)).toMatch(/^Edited .* in 1 place:\n/);
    expect(readFileSync(join(bench.cwd, path)).includes(encoded("int x; // ёж", "windows-1251"))).toBe(true);
    expect(await bench.says("read", { path }, kept)).toContain("1\t// за\n2\tint x; // ёж");
    expect(await bench.says("write", { path, content: "// ёж\n" }, kept)).toContain("windows-1251 kept");
    expect(readFileSync(join(bench.cwd, path))).toEqual(encoded("// ёж\n", "windows-1251"));
    expect(await bench.says("search", { pattern: "ёж" }, kept)).toBe("sub/f\n1: // ёж");
  });

  it.each<[what: string, encoding: Encoding, content: Buffer, isKept: boolean]>([
    ["other text in it", "windows-1251", encoded("ёж\n", "windows-1251"), true],
    ["ASCII", "windows-1251", Buffer.from("x\n"), true],
    ["UTF-8", "windows-1251", Buffer.from("ёж\n"), false],
    ["UTF-16", "windows-1251", Buffer.from("\ufeffёж\n", "utf16le"), false],
    ["a byte that means nothing in it", "shift_jis", Buffer.of(0x78, 0xff, 0x0a), false],
    ["ASCII, which is no text in it", "utf-16be", Buffer.from("abcd\n"), false],
  ])("counts as long as the file fits it: %s", async (_, encoding, content, isKept) => {
    await using bench = await workbench();
    const before = encoded("ж\n", encoding);
    await writeFile(join(bench.cwd, "f"), before);
    await bench.says("read", { path: "f", encoding });
    await writeFile(join(bench.cwd, "f"), content);
    const isNamed = async () => (await bench.says("read", { path: "f" })).endsWith(`; ${encoding}]`);
    expect(await isNamed()).toBe(isKept);
    // It does not come back by itself.
    await writeFile(join(bench.cwd, "f"), before);
    expect(await isNamed()).toBe(isKept);
  });

  it("keeps ASCII files in it, and is forgotten with the file", async () => {
    await using bench = await workbench();
    await bench.says("write", { path: "f", content: "x\n", encoding: "koi8-r" });
    await bench.says("edit", { path: "f", old_text: "x", new_text: "ё" });
    expect(readFileSync(join(bench.cwd, "f"))).toEqual(encoded("ё\n", "koi8-r"));
    rmSync(join(bench.cwd, "f"));
    await bench.says("write", { path: "f", content: "x\n" });
    await bench.says("edit", { path: "f", old_text: "x", new_text: "ё" });
    expect(readFileSync(join(bench.cwd, "f"), "utf8")).toBe("ё\n");
  });

  it("of a call that failed is not remembered", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "f"), short);
    await bench.says("read", { path: "f" });
    await bench.says("edit", { path: "f", old_text: "no such text", new_text: "x", encoding: "koi8-r" });
    expect(await bench.says("read", { path: "f" })).toContain("windows-1252 is a guess");
  });
});

describe("a byte order mark", () => {
  const content = "\ufeffusing System;\nclass A {}\n";

  it("is not shown", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "f"), content);
    expect(await bench.says("read", { path: "f" })).toMatch(/^1\tusing System;\n/);
  });

  it.each([
    ["edit", { old_text: "using System;", new_text: "using X;" }],
    ["edit", { old_text: "using System;", new_text: "\\u{feff}using X;" }],
    ["edit", { old_text: "using System;", new_text: "\ufeffusing X;" }],
    ["edit", { old_text: "\\u{feff}using System;", new_text: "\\u{feff}using X;" }],
    ["edit", { old_text: "\\u{feff}using System;", new_text: "using X;" }],
    ["edit", { old_text: "\ufeffusing System;", new_text: "\ufeffusing X;" }],
    ["write", { content: "using X;\nclass A {}\n" }],
    ["write", { content: "\\u{feff}using X;\nclass A {}\n" }],
    ["write", { content: "\ufeffusing X;\nclass A {}\n" }],
  ])("stays, and stays the only one: %s %j", async (tool, input) => {
    const { file } = await after(content, tool, input);
    expect(file.toString()).toBe("\ufeffusing X;\nclass A {}\n");
    const wide = await after(Buffer.from(content, "utf16le"), tool, input);
    expect(wide.file.toString("utf16le")).toBe("\ufeffusing X;\nclass A {}\n");
  });
});

describe("escapes", () => {
  it.each([
    ["one of them kept", "a\u200bb c\n", "a\\u{200b}b c", "a\\u{200b}b d", "a\u200bb d\n"],
    ["all of them taken out", "a\u200bb\n", "a\\u{200b}b", "ab", "ab\n"],
    ["one more", "\u001b[1mx\n", "\\x1b[1mx", "\\x1b[1mx\\x1b[0m", "\u001b[1mx\u001b[0m\n"],
    ["the character itself", "a\u200bb\n", "a\u200bb", "c\u200bd", "c\u200bd\n"],
    [
      "written out in the file",
      'say("\\x1b[1m")\n',
      '"\\x1b[1m"',
      '"\\x1b[1m\\x1b"',
      'say("\\x1b[1m\\x1b")\n',
    ],
    ["written out first", "\\x1b\n\u001b\n", "\\x1b\n\\x1b", "\\x1b!\n\\x1b?", "\\x1b!\n\u001b?\n"],
    ["where there are none", "a\n\u001b\n", "a", "\\x1b", "\\x1b\n\u001b\n"],
    [
      "in white space that differs",
      "\ta\u200bb\n\tc\n",
      "a\\u{200b}b\nc",
      "a\\u{200b}b\nd",
      "\ta\u200bb\n\td\n",
    ],
    ["a joiner in an emoji", "x 👩‍💻 y\n", "x 👩‍💻 y", "x 👩‍💻 z", "x 👩‍💻 z\n"],
    ["a lone carriage return", "a\rb\n", "a\\rb", "a\\rc", "a\rc\n"],
  ])("mean what the file has in their place: %s", async (_, content, old, now, expected) => {
    const { said, file } = await after(content, "edit", { old_text: old, new_text: now });
    expect(said).toMatch(/^Edited/);
    expect(file.toString()).toBe(expected);
  });

  it("are chosen as they are written out, where the file has both", async () => {
    const { file } = await after("\\x1b[1m\n\u001b[1m\n", "edit", { old_text: "\\x1b[1m", new_text: "x" });
    expect(file.toString()).toBe("x\n\u001b[1m\n");
  });

  it("are refused where it is unclear what they mean", async () => {
    const content = '"\\x1b" \u001b\n';
    const input = { old_text: '"\\x1b" \\x1b', new_text: "\\x1b!" };
    const { said, file } = await after(content, "edit", input);
    expect(said).toContain("It is unclear whether \\x1b in new_text is that escape");
    expect(file.toString()).toBe(content);
  });

  it("are refused in a write where they would replace characters", async () => {
    const content = "a\u200bb\nc\n";
    const { said, file } = await after(content, "write", { content: "x\na\\u{200b}b\n" });
    expect(said).toMatchInlineSnapshot(`
      "content has \\u{200b} (line 2) where f has the character that is shown so; nothing was written.
      Use edit, which keeps such characters. To write \\u{200b} itself, take the characters out with edit first."
    `);
    expect(file.toString()).toBe(content);
  });

  it.each([
    ["as before", "\\u{200b}\n", "// \\u{200b}\n"],
    ["typed", "a\u200bb\n", "a\u200bc\n"],
    ["taken out", "a\u200bb\n", "ab\n"],
    ["in a file without any", "a\n", "\\u{200b}\n"],
  ])("are written in a write: %s", async (_, before, content) => {
    expect((await after(before, "write", { content })).file.toString()).toBe(content);
  });
});

it.each([
  ["edit", { old_text: "a", new_text: "\udc80" }],
  ["write", { content: "\udc80\n" }],
])("%s writes no byte for a lone surrogate", async (tool, input) => {
  expect((await after("a\n", tool, input)).file.toString("hex")).toBe("efbfbd0a");
});

it("a file that is too big to be decoded is not shown in a stated encoding", async () => {
  await using bench = await workbench();
  await writeFile(join(bench.cwd, "f"), "x\n".repeat(2 ** 24 + 1));
  expect(await bench.says("read", { path: "f", encoding: "koi8-r", lines: 1 })).toContain(
    "is too big to be read in",
  );
  expect(await bench.says("read", { path: "f", lines: 1 })).toContain("1\tx\n");
});

describe("write", () => {
  it("keeps UTF-16, its mark and its line ends", async () => {
    const before = Buffer.from("\ufeffa\r\nb\r\n", "utf16le");
    const { said, file } = await after(before, "write", { content: "ä\nb\n" });
    expect(said).toContain("utf-16le and CRLF line ends and byte order mark kept");
    expect(file.toString("utf16le")).toBe("\ufeffä\r\nb\r\n");
  });

  it("refuses a character that the encoding does not have, and converts when told to", async () => {
    const before = encoded("caf\u00e9\n", "windows-1252");
    const refused = await after(before, "write", { content: "café →\n", encoding: "latin1" });
    expect(refused.said).toContain(
      "f is written in windows-1252, which has no code for →; nothing was changed.",
    );
    expect(refused.file).toEqual(before);
    const { file } = await after(before, "write", { content: "café →\n", encoding: "utf-8" });
    expect(file.toString()).toBe("café →\n");
  });

  it("makes a new file in an encoding", async () => {
    await using bench = await workbench();
    await bench.says("write", { path: "f", content: "設定\n", encoding: "shift_jis" });
    expect(readFileSync(join(bench.cwd, "f"))).toEqual(encoded("設定\n", "shift_jis"));
    await bench.says("write", { path: "g", content: "x\n", encoding: "utf-16" });
    expect(readFileSync(join(bench.cwd, "g")).toString("utf16le")).toBe("\ufeffx\n");
    await bench.says("write", { path: "h", content: "x\n", encoding: "utf-32" });
    expect(readFileSync(join(bench.cwd, "h"))).toEqual(encoded("\ufeffx\n", "utf-32le"));
  });
});

it.each([
  ["edit", { old_text: "a", new_text: "b" }],
  ["write", { content: "b\n" }],
])("%s does not replace a read-only file", async (tool, input) => {
  await using bench = await workbench();
  await writeFile(join(bench.cwd, "f"), "a\n");
  await bench.says("read", { path: "f" });
  chmodSync(join(bench.cwd, "f"), 0o444);
  expect(await bench.says(tool, { path: "f", ...input })).toContain("f is read-only; nothing was changed.");
  expect(readFileSync(join(bench.cwd, "f"), "utf8")).toBe("a\n");
});
