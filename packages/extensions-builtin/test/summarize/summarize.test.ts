import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { type JsonObject, type SamplingRequest, extractText } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "@skein/test-kit";
import { encodeText } from "@skein/platform/text";
import { summarize } from "../../src/summarize/index.ts";
import { textParts } from "../../src/summarize/text-parts.ts";
import { wordsOf } from "../developer/workbench.ts";

describe("summarize", () => {
  it("has a short file read at once by the fast model", async () => {
    await using desk = await openDesk({ "a.log": "one\ntwo\n" });
    expect(await desk.says({ path: "a.log" })).toBe("/project/a.log, 2 lines, read in one part:\nSummary 1.");
    expect(desk.asked.map(({ prefersFast, maxOutputTokens }) => [prefersFast, maxOutputTokens])).toEqual([
      [true, 2000],
    ]);
    expect(desk.words(0)).toMatchInlineSnapshot(`
      "Summarize a file. Here is the file /project/a.log; its first line is line 1.

      <text>
      one
      two

      </text>"
    `);
  });

  it("names an encoding that is a guess", async () => {
    const content = encodeText("Ошибка при чтении файла конфигурации\n", "windows-1251");
    if ("missing" in content) throw new Error(content.missing);
    await using desk = await openDesk({ "a.log": content.bytes });
    expect(await desk.says({ path: "a.log" })).toBe(
      "/project/a.log, read as windows-1251, which is a guess, 1 lines, read in one part:\nSummary 1.",
    );
    expect(desk.words(0)).toContain("Ошибка при чтении");
  });

  it("reads a long one in parts, and makes one summary of theirs", async () => {
    const long = Array.from({ length: 20_000 }, (_, index) => `line ${index + 1}\n`).join("");
    await using desk = await openDesk({ "a.log": long });
    const said = await desk.says({ path: "a.log", question: "Which lines?" });
    expect(said).toBe("/project/a.log, 20,000 lines, read in 3 parts:\nSummary 4.");
    expect(desk.words(1)).toMatch(
      /^Say what a file says about this: Which lines\? Here is lines (\d+) to \d+ of the file .*\n\n<text>\nline \1\n/,
    );
    expect(desk.words(3)).toMatchInlineSnapshot(`
      "Say what a file says about this: Which lines? Here are notes on its parts, in order: make one text of them, and keep the numbers of lines.

      ## Part 1
      Summary 1.

      ## Part 2
      Summary 2.

      ## Part 3
      Summary 3."
    `);
  });

  it("says what to do where it cannot", async () => {
    await using desk = await openDesk({
      "big.log": `${"x".repeat(99)}\n`.repeat(20_000),
      "a.bin": "\0\0\0",
      "kept.txt": "x",
      ".skeinignore": "kept.txt\n",
    });
    expect(await desk.says({ path: "big.log" })).toMatchInlineSnapshot(`
      "/project/big.log is too long for one call: 2,000,000 of at most 1,440,000 characters.
      Use search for what you look for, or write a part of it to another file with the shell and summarize that."
    `);
    expect(await desk.says({ path: "a.bin" })).toMatchInlineSnapshot(`
      "/project/a.bin is no text.
      Use read to see what it is."
    `);
    expect(await desk.says({ path: "kept.txt" })).toContain("is kept from you by");
    expect(await desk.says({ path: "none.txt" })).toContain("There is no /project/none.txt.");
    expect(await desk.says({ path: "kept.txt" }, false)).toMatchInlineSnapshot(`
      "No model can be asked here.
      Use read and search."
    `);
    expect(desk.asked).toEqual([]);
  });
});

describe("textParts", () => {
  it("loses nothing, cuts at lines where it can, and counts them", () => {
    const lines = fc.array(fc.stringMatching(/^[a-z]{0,30}$/), { maxLength: 60 });
    checkProperty(
      fc.property(lines, fc.integer({ min: 1, max: 200 }), (all, most) => {
        const text = all.join("\n");
        const parts = textParts(text, most);
        expect(parts.map((part) => part.text).join("")).toBe(text);
        expect(parts.every((part) => part.text.length <= most && part.text.length > 0)).toBe(true);
        let line = 1;
        for (const part of parts) {
          expect(part.from).toBe(line);
          line += part.text.split("\n").length - 1;
          expect(part.to).toBe(part.text.endsWith("\n") ? line - 1 : line);
        }
      }),
    );
  });
});

async function openDesk(files: Readonly<Record<string, string | Buffer>>) {
  const folder = await temporaryFolder();
  const cwd = join(folder.path, "work");
  await mkdir(cwd);
  for (const [name, content] of Object.entries(files)) await writeFile(join(cwd, name), content);
  const extension = summarize();
  const asked: SamplingRequest[] = [];
  const requests = {
    elicit: () => Promise.resolve(null),
    sample(request: SamplingRequest) {
      asked.push(request);
      return Promise.resolve({ text: `Summary ${asked.length}.`, model: "small" });
    },
  };
  return {
    asked,
    words: (at: number): string => {
      const [message] = asked[at]?.messages ?? [];
      return message?.role === "user" ? extractText(message.content).replaceAll(cwd, "/project") : "";
    },
    async says(input: JsonObject, hasModel = true): Promise<string> {
      const outcome = await extension.callTool("summarize", input, {
        session: "s",
        callId: "c",
        cwd,
        signal: new AbortController().signal,
        progress: () => {},
        callFolder: undefined,
        ...(hasModel ? { requests } : {}),
      });
      return wordsOf("summarize", outcome).replaceAll(cwd, "/project");
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
