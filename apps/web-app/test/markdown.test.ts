import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { lexer, type Token } from "marked";
import { expect, it } from "vitest";
import { blocksOf, type MarkdownBlocks } from "../src/markdown/blocks.ts";
import { decodeEntities } from "../src/markdown/decode-entities.ts";
import { safeLink } from "../src/markdown/safe-link.ts";

const pieces = fc.constantFrom(
  "# Head\n",
  "word ",
  "**bold** ",
  "\n",
  "\n\n",
  "- item\n",
  "1. one\n",
  "  more\n",
  "```js\n",
  "const a = 1;\n",
  "```\n",
  "| a | b |\n| - | - |\n",
  "| 1 | 2 |\n",
  "> quote\n",
  "---\n",
);

it("a text that streams in is read as the whole text would be, piece by piece", () => {
  checkProperty(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      let text = "";
      let blocks: MarkdownBlocks | undefined;
      for (const part of parts) blocks = blocksOf((text += part), blocks);
      const seen = (all: readonly Token[]) => all.map(({ type, raw }) => [type, raw.trim()]);
      expect(seen(blocks?.blocks ?? [])).toEqual(seen(lexer(text)));
    }),
    { numRuns: 300 },
  );
});

it("blocks before the last one stay the same objects", () => {
  const before = blocksOf("First.\n\nSecond.\n\nThi");
  const after = blocksOf("First.\n\nSecond.\n\nThird.", before);
  expect(after.blocks[0]).toBe(before.blocks[0]);
  expect(after.blocks[2]).toBe(before.blocks[2]);
  expect(after.blocks.at(-1)).toMatchObject({ type: "paragraph", text: "Third." });
});

it("a long paragraph is not read again until it ends", () => {
  const long = "word ".repeat(2000);
  const open = blocksOf(`${long}**open`, blocksOf(long));
  expect(open.blocks.at(-1)).toMatchObject({ type: "paragraph", tokens: [{ type: "text" }] });
  const ended = blocksOf(`${long}**open**\n\nNext`, open);
  expect(ended.blocks.map(({ type }) => type)).toEqual(["paragraph", "space", "paragraph"]);
  expect(ended.blocks[0]).toMatchObject({ tokens: [{ type: "text" }, { type: "strong" }] });
});

it.each([
  "javascript:alert(1)",
  "JAVASCRIPT:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
  "/etc",
])("%s is no link", (href) => expect(safeLink(href)).toBeUndefined());

it("entities are decoded, unknown ones stay", () => {
  expect(decodeEntities("a &lt; b &amp;&amp; c &#233; &nope; &#x110000;")).toBe(
    "a < b && c é &nope; &#x110000;",
  );
});
