import { stripVTControlCharacters } from "node:util";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHighlighter } from "../src/markdown/highlight.ts";
import { createMarkdownStream } from "../src/markdown/markdown-stream.ts";
import { renderMarkdown } from "../src/markdown/render-markdown.ts";
import type { MarkdownLook } from "../src/markdown/render.ts";
import { columnsOf } from "../src/text/text-width.ts";
import type { Style } from "../src/text/style.ts";

const plain: MarkdownLook = { width: 40, paint: (_, text) => text };
const marked: MarkdownLook = { width: 200, paint: (style, text) => `<${style}>${text}</${style}>` };

describe("Markdown in a terminal", () => {
  it.each<[string, string, string[]]>([
    ["a heading", "## Title", ["## Title"]],
    [
      "a paragraph, wrapped",
      `${"word ".repeat(10)}end`,
      ["word word word word word word word word", "word word end"],
    ],
    [
      "lists",
      "- a\n- b\n  - c\n\ntext\n\n3. x\n4. y",
      ["• a", "• b", "  • c", "", "text", "", "3. x", "4. y"],
    ],
    ["tasks", "- [x] done\n- [ ] open", ["• [x] done", "• [ ] open"]],
    ["code as it is", "```\n  a *b*\n\n&lt;\n```", ["      a *b*", "", "    &lt;"]],
    ["a quote", "> a\n> b", ["│ a", "│ b"]],
    ["a link as text", "[here](https://x.org/a)", ["here (https://x.org/a)"]],
    ["a bare link once", "https://x.org/a", ["https://x.org/a"]],
    ["entities", "a &lt; b &amp; c", ["a < b & c"]],
    [
      "a table",
      "|name|n|\n|:--|--:|\n|日本|1|\n|b|22|",
      ["name │  n", "─────┼───", "日本 │  1", "b    │ 22"],
    ],
    ["HTML as text", "<b>x</b>", ["<b>x</b>"]],
  ])("shows %s", (_, text, lines) => {
    expect(renderMarkdown(text, plain)).toEqual(lines);
  });

  it("styles emphasis, code and headings", () => {
    expect(renderMarkdown("**b** *i* ~~s~~ `c`", marked)).toEqual([
      "<bold>b</bold> <italic>i</italic> <strikethrough>s</strikethrough> <code>c</code>",
    ]);
  });

  it("wraps the cells of a table that is too wide, and lists its rows where columns cannot stand", () => {
    const table = "|a|b|\n|-|-|\n|one two three four five six seven|eight nine ten eleven twelve|";
    const lines = renderMarkdown(table, plain);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.every((line) => columnsOf(line) <= 40)).toBe(true);
    expect(renderMarkdown("|a|b|\n|-|-|\n|1|2|", { ...plain, width: 10 })).toEqual(["a: 1", "b: 2"]);
  });

  it("never writes beyond the width, nor anything but text, whatever the source", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.constantFrom(
        "# ",
        "- ",
        "1. ",
        "> ",
        "```\n",
        "```js\n",
        "|a|b|\n|-|-|\n|",
        "**",
        "[a](",
        "\n\n",
        "\n",
        "    ",
      ),
      fc.constantFrom("\x1b[2J", "\u202e", "\t", "日本語", "👩‍👩‍👧", "é́́́", "\x9b", "\ud800"),
    );
    checkProperty(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.integer({ min: 20, max: 100 }), (pieces, width) => {
        const lines = renderMarkdown(pieces.join(""), { ...plain, width });
        for (const line of lines) {
          expect(columnsOf(line)).toBeLessThanOrEqual(width);
          // oxlint-disable-next-line no-control-regex
          expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("Markdown that streams in", () => {
  const blocks = fc.constantFrom(
    "# Head",
    "A paragraph with **bold** text\nand a second line.",
    "- one\n- two\n\n- three",
    "```ts\nconst a = 1;\n\nconst b = 2;\n```",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "> quoted\n> more",
    "---",
    "Emoji 👩‍👩‍👧 and 日本語.",
  );

  it("ends as the same lines, wherever it was cut", () => {
    checkProperty(
      fc.property(fc.array(blocks, { minLength: 1, maxLength: 8 }), fc.array(fc.nat(12)), (parts, cuts) => {
        const text = parts.join("\n\n");
        const stream = createMarkdownStream();
        const lines: string[] = [];
        let at = 0;
        for (const cut of cuts) {
          stream.add(text.slice(at, at + cut));
          at += cut;
          lines.push(...stream.settled(plain));
          stream.open(plain);
        }
        stream.add(text.slice(at));
        lines.push(...stream.settled(plain), ...stream.end(plain));
        expect(lines).toEqual(renderMarkdown(text, plain));
      }),
      { numRuns: 300 },
    );
  });

  it("hands out a block as soon as the next one has begun", () => {
    const stream = createMarkdownStream();
    stream.add("# Head\n\nfirst ");
    expect(stream.settled(plain)).toEqual(["# Head"]);
    expect(stream.open(plain)).toEqual(["", "first"]);
  });

  it("cuts code that grows without end, and what follows stays code", () => {
    const stream = createMarkdownStream();
    const lines = Array.from({ length: 3_000 }, (_, n) => `line *${n}*`);
    const shown: string[] = [];
    stream.add("```\n");
    for (const line of lines) {
      stream.add(`${line}\n`);
      shown.push(...stream.settled(plain));
    }
    stream.add("```\n");
    shown.push(...stream.end(plain));
    expect(shown.filter((line) => line !== "")).toEqual(lines.map((line) => `    ${line}`));
  });
});

describe("code in colours", () => {
  const tagged = (style: Style, text: string) => `<${style}>${text}</${style}>`;

  it("is plain until its language is there, then coloured, with the same text", async () => {
    const ready = Promise.withResolvers<void>();
    const colours = createHighlighter(tagged, ready.resolve);
    expect(colours.highlight("const a = 1;", "ts")).toBeUndefined();
    await ready.promise;
    expect(colours.highlight("const a = '<&>';", "ts")).toBe(
      "<keyword>const</keyword> a = <string>'<&>'</string>;",
    );
  });

  it("leaves unknown languages alone", async () => {
    const colours = createHighlighter(tagged, () => undefined);
    await colours.prepare("```klingon\nqapla\n```\n```constructor\nx\n```");
    expect(colours.highlight("qapla", "klingon")).toBeUndefined();
    expect(colours.highlight("x", "constructor")).toBeUndefined();
  });

  it("changes no character, whatever the code", async () => {
    const colours = createHighlighter(
      (_, text) => `\x1b[1m${text}\x1b[22m`,
      () => undefined,
    );
    await colours.prepare("```js\n```\n```py\n```\n```html\n```");
    checkProperty(
      fc.property(fc.string({ maxLength: 200 }), fc.constantFrom("js", "py", "html"), (code, language) => {
        const shown = colours.highlight(code, language) ?? "";
        expect(stripVTControlCharacters(shown)).toBe(code);
      }),
    );
  });
});
