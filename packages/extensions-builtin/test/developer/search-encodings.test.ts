import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { encodeText, encodings, type Encoding } from "@skein/platform/text";
import { escapeHidden } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { pdfOf } from "@skein/test-kit";
import { workbench } from "./workbench.ts";

function encoded(text: string, encoding: Encoding): Buffer {
  const result = encodeText(text, encoding);
  if ("missing" in result) throw new Error(`${encoding} has no code for ${result.missing}`);
  return result.bytes;
}

/** Text by which each of these encodings is detected. */
const samples: Partial<Record<Encoding, string>> = {
  "utf-16le": "first line\nthe Größe of it\n",
  "utf-16be": "first line\nthe Größe of it\n",
  "utf-32le": "first line\nthe Größe of it\n",
  "utf-32be": "first line\nthe Größe of it\n",
  "windows-1252": "the Größe of “it” – naïve façade déjà vu\n",
  "windows-1251": "// Ошибка при чтении файла конфигурации\n",
  "koi8-r": "// Ошибка при чтении файла конфигурации\n",
  shift_jis: "設定ファイルの読み込みに失敗しました\n",
  "euc-jp": "設定ファイルの読み込みに失敗しました\n",
  "iso-2022-jp": "設定ファイルの読み込みに失敗しました\n",
  "euc-kr": "설정 파일을 읽지 못했습니다\n",
};

const words: Partial<Record<Encoding, string>> = {
  "windows-1251": "чтении",
  "koi8-r": "чтении",
  shift_jis: "ファイル",
  "euc-jp": "ファイル",
  "iso-2022-jp": "ファイル",
  "euc-kr": "파일을",
};

describe("search", () => {
  it.each(encodings.filter((encoding) => samples[encoding] !== undefined))(
    "finds what read shows in %s",
    async (encoding) => {
      await using bench = await workbench();
      await mkdir(join(bench.cwd, "sub"));
      await writeFile(join(bench.cwd, "sub", "f.txt"), encoded(`plain\r\n${samples[encoding]}`, encoding));
      await writeFile(join(bench.cwd, "other.txt"), "nothing\n");
      const word = words[encoding] ?? "Größe";
      const line = (samples[encoding] ?? "").split("\n").find((each) => each.includes(word)) ?? "";
      const shown = await bench.says("read", { path: "sub/f.txt" });
      const number = shown.split("\n").findIndex((each) => each.endsWith(`\t${line}`)) + 1;
      const said = await bench.says("search", { pattern: word });
      expect(said.split("\n").slice(0, 2)).toEqual(["sub/f.txt", `${number}: ${line}`]);
      expect(said).toContain(
        encoding.startsWith("utf") ? "f.txt" : `was searched as ${encoding}, which is a guess.`,
      );
      expect(await bench.says("search", { pattern: word, files_only: true })).toContain("sub/f.txt");
      expect(await bench.says("search", { pattern: word, path: "sub/f.txt" })).toContain(line);
      expect(await bench.says("search", { pattern: "plain" })).toContain("1: plain");
      expect(await bench.says("search", { pattern: "^plain$", glob: "*.txt" })).not.toContain("binary");
    },
  );

  it.each([
    ["utf-8", "\ufeff"],
    ["utf-16le", "\ufeff"],
    ["utf-16be", "\ufeff"],
    ["utf-32le", "\ufeff"],
    ["utf-32be", "\ufeff"],
  ] as const)("shows no mark of %s, and matches behind it", async (encoding, mark) => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "f"), encoded(`${mark}using System;\n`, encoding));
    expect(await bench.says("search", { pattern: "^using" })).toBe("f\n1: using System;");
  });

  it("shows lines as read does", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "f"), "say \u001b[31mred\u001b[0m\ra\u200bb\r\n");
    const shown = escapeHidden(await bench.says("search", { pattern: "red" }));
    expect(shown).toBe("f\n1: say \\x1b[31mred\\x1b[0m\\ra\\u{200b}b");
    const read = escapeHidden(await bench.says("read", { path: "f" }));
    expect(read.split("\n")[0]).toBe(`1\t${shown.slice(shown.indexOf(": ") + 2)}`);
    const old = shown.slice(shown.indexOf(": ") + 2);
    expect(await bench.says("edit", { path: "f", old_text: old, new_text: "x" })).toMatch(/^Edited/);
  });

  it("finds text of notebooks where read shows it", async () => {
    await using bench = await workbench();
    const cells = [
      { cell_type: "markdown", source: ["# Größe\n", 'say "hi"'] },
      { cell_type: "code", source: "x = 1" },
    ];
    // As Python writes it: no character beyond ASCII.
    const json = JSON.stringify({ cells }).replaceAll("ö", "\\u00f6").replaceAll("ß", "\\u00df");
    await writeFile(join(bench.cwd, "a.ipynb"), json);
    const read = await bench.says("read", { path: "a.ipynb" });
    expect(read).toContain('2\t# Größe\n3\tsay "hi"');
    expect(await bench.says("search", { pattern: 'Größe|"hi"' })).toBe('a.ipynb\n2: # Größe\n3: say "hi"');
    expect(await bench.says("search", { pattern: "Größe", files_only: true })).toBe("a.ipynb");
    expect(await bench.says("search", { pattern: "cell_type" })).toMatch(/^No matches/);
    expect(await bench.says("search", { pattern: "Größe", glob: "*.ts" })).toMatch(/^No matches/);
  });

  it("finds text of PDFs by their pages", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "a.pdf"), pdfOf(["First page", "Second page"]));
    expect(await bench.says("search", { pattern: "Second" })).toBe("a.pdf\npage 2: Second page");
    expect(await bench.says("search", { pattern: "page", path: "a.pdf" })).toBe(
      "a.pdf\npage 1: First page\npage 2: Second page",
    );
  });

  it("says how many notebooks it searched as they are stored", async () => {
    await using bench = await workbench();
    const json = JSON.stringify({ cells: [{ cell_type: "code", source: "needle" }] });
    for (let index = 0; index < 22; index++) await writeFile(join(bench.cwd, `${index}.ipynb`), json);
    const note =
      "[2 more notebooks, PDFs and files in UTF-32 were searched as they are stored: narrow the path or the glob.]";
    expect(await bench.says("search", { pattern: "needle" })).toContain(note);
    expect(await bench.says("search", { pattern: "hay" })).toContain(note);
  });

  it("leaves out what git ignores, and binary files", async () => {
    await using bench = await workbench();
    execFileSync("git", ["init", "-q"], { cwd: bench.cwd });
    await writeFile(join(bench.cwd, ".gitignore"), "out\n");
    await mkdir(join(bench.cwd, "out"));
    await writeFile(join(bench.cwd, "out", "f"), encoded("Größe\n", "windows-1252"));
    await writeFile(
      join(bench.cwd, "p.png"),
      Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), encoded("Größe\n", "windows-1252")]),
    );
    expect(await bench.says("search", { pattern: "Größe" })).toMatch(/^No matches/);
  });
});
