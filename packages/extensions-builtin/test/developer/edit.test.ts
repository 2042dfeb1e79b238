import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import type { JsonObject } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { findText, type TextMatch } from "../../src/developer/edits/text-match.ts";
import { failureOf, workbench, wordsOf, type Workbench } from "./workbench.ts";

async function edited(content: string | Buffer, input: JsonObject): Promise<string> {
  await using bench = await workbench();
  await writeFile(join(bench.cwd, "f"), content);
  await bench.says("read", { path: "f" });
  await bench.says("edit", { path: "f", ...input });
  return readFileSync(join(bench.cwd, "f"), "latin1");
}

async function said(content: string, input: JsonObject, isRead = true): Promise<string> {
  await using bench = await workbench();
  await writeFile(join(bench.cwd, "f"), content);
  if (isRead) await bench.says("read", { path: "f" });
  const words = await bench.says("edit", { path: "f", ...input });
  return words.replaceAll(`${bench.cwd}/`, "");
}

function replaced(file: string, matches: readonly TextMatch[]): string {
  let [result, done] = ["", 0];
  for (const { splice } of matches) {
    result += file.slice(done, splice.start) + splice.text;
    done = splice.end;
  }
  return result + file.slice(done);
}

describe("edit", () => {
  it("replaces one place and shows the change", async () => {
    expect(await said("one\ntwo\nthree\nfour\nfive\n", { old_text: "three", new_text: "3\n3" })).toBe(
      "Edited f in 1 place:\n@@ line 3 @@\n one\n two\n-three\n+3\n+3\n four\n five",
    );
  });

  it("replaces every place when told to", async () => {
    const words = await said("a b a\nc\na\n", { old_text: "a", new_text: "x", replace_all: true });
    expect(words).toBe(
      "Edited f in 3 places:\n@@ line 1 @@\n-a b a\n+x b x\n c\n a\n@@ line 3 @@\n a b a\n c\n-a\n+x",
    );
  });

  it("does not choose between places", async () => {
    expect(await said("a\nb\na\n", { old_text: "a", new_text: "x" })).toBe(
      "old_text is there 2 times in f, at lines 1, 3; nothing was changed.\nAdd lines around it so that only one place matches, or set replace_all.",
    );
  });

  it("keeps line ends, byte order mark, and a missing final newline", async () => {
    const crlf = "\u00ef\u00bb\u00bfone\r\ntwo\r\nthree";
    expect(await edited("\ufeffone\r\ntwo\r\nthree", { old_text: "one\ntwo", new_text: "one\n1.5\n2" })).toBe(
      crlf.replace("two", "1.5\r\n2"),
    );
    expect(await edited("a\r\nb\r\n", { old_text: "b", new_text: "b\nc" })).toBe("a\r\nb\r\nc\r\n");
    expect(await edited("a\nb", { old_text: "b", new_text: "b\nc" })).toBe("a\nb\nc");
    expect(await edited("a\nb\n", { old_text: "a\r\nb", new_text: "x" })).toBe("x\n");
  });

  it("does not touch bytes that are not UTF-8", async () => {
    const content = Buffer.from([0xff, 0x0a, 0x61, 0x0a, 0x00, 0xfe]);
    expect(await edited(content, { old_text: "a", new_text: "ä" })).toBe("\xff\n\xc3\xa4\n\x00\xfe");
  });

  const text = fc
    .array(
      fc.tuple(
        fc.string({ unit: fc.constantFrom("a", "b", "ä", " ", "\xff", "\0") }),
        fc.constantFrom("\n", "\r\n", "\r"),
      ),
      {
        maxLength: 8,
      },
    )
    .map((lines) => lines.flat().join(""));

  it("leaves every byte outside the changed place as it was, and keeps the line ends of the place", () => {
    checkProperty(
      fc.property(
        text,
        text,
        fc.string({ unit: fc.constantFrom("x", "ä", "\n"), maxLength: 6 }),
        (before, after, added) => {
          const old = "MARK\nEND";
          for (const lineEnd of ["\n", "\r\n"]) {
            const head = before.replaceAll(/\r?\n|\r/g, lineEnd);
            const file = `${head}MARK${lineEnd}END${lineEnd}${after}`;
            const result = replaced(file, findText(file, old, added));
            const middle = added.replaceAll("\n", lineEnd);
            const expected = `${head}${middle}${lineEnd}${after}`;
            // Next to another line end, two that differ may be told apart in no way.
            fc.pre(lineEnd === "\r\n" || !file.includes("\r\n"));
            expect(result).toBe(expected);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it("explains text that is not there: white space, similar lines, line numbers", async () => {
    const content = "function one() {\n\treturn 1;\n}\n\nfunction two() {\n\treturn 2;\n}\n";
    expect(await said(content, { old_text: "function two() {\n  return 2;", new_text: "x" }, false)).toBe(
      "old_text is not in f; nothing was changed.\nThese lines differ only in white space. Copy them exactly:\n5\tfunction two() {\n6\t\treturn 2;",
    );
    expect(await said(content, { old_text: "function twoo(): void {", new_text: "x" })).toContain(
      "The most similar lines are:\n5\tfunction two() {",
    );
    expect(await said(content, { old_text: "5\tfunction two() {", new_text: "x" })).toContain(
      "leave out numbers",
    );
    expect(await said(content, { old_text: "§§§§", new_text: "x" })).toContain("Read the file again.");
  });

  it("refuses what cannot be an edit, and changes nothing", async () => {
    expect(await said("a", { old_text: "", new_text: "x" })).toContain("use write");
    expect(await said("a", { old_text: "a", new_text: "a" })).toContain("are the same");
    await using bench = await workbench();
    expect(await bench.says("edit", { path: "none", old_text: "a", new_text: "b" })).toContain("There is no");
    expect(await bench.says("edit", { path: ".", old_text: "a", new_text: "b" })).toContain("is a folder");
  });

  it("takes a text that is everything, and one that leaves nothing", async () => {
    expect(await edited("all", { old_text: "all", new_text: "new" })).toBe("new");
    expect(await edited("all\n", { old_text: "all\n", new_text: "" })).toBe("");
  });

  it("answers, however hard the file is to search", async () => {
    expect(await said("a".repeat(2_000_000), { old_text: `${"a".repeat(1000)}b`, new_text: "x" })).toContain(
      "not in f",
    );
    expect(
      await said("some line of text\n".repeat(100_000), {
        old_text: "some lines of texts",
        new_text: "x",
      }),
    ).toContain("most similar");
  });
});

describe("an edit whose process ended before it could say so", () => {
  const input = { path: "f", old_text: "two", new_text: "2" };
  const recover = (bench: Workbench) =>
    bench.extension.recoverTool?.("edit", input, {
      session: "s",
      callId: "c",
      cwd: bench.cwd,
      signal: new AbortController().signal,
      progress: () => {},
      callFolder: bench.callFolder("c"),
    });

  it("is known to be done, with the same words", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "f"), "one\ntwo\n");
    const words = await bench.says("edit", input, { callId: "c" });
    const outcome = await recover(bench);
    expect(outcome && wordsOf("edit", outcome)).toBe(words);
  });

  it("is known not to be done", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "f"), "one\ntwo\n");
    await bench.says("edit", input, { callId: "c" });
    await writeFile(join(bench.cwd, "f"), "one\ntwo\n");
    expect(failureOf(await recover(bench))).toMatchObject({ kind: "failed", hint: "Make the call again." });
  });

  it("is unknown when somebody has changed the file since, or nothing was kept", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "f"), "one\ntwo\n");
    expect(await recover(bench)).toBeUndefined();
    await bench.says("edit", input, { callId: "c" });
    await writeFile(join(bench.cwd, "f"), "something else");
    expect(await recover(bench)).toBeUndefined();
  });
});
