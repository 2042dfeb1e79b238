import { expect, it } from "vitest";
import { diffCount, diffPairs, diffRows } from "../src/changes/diff-rows.ts";

const preview = "@@ line 4 @@\n   let sum = 0;\n-  let index = 1;\n-  more();\n+  let index = 0;\n   done();";

it("previews of changes and unified diffs have the same lines", () => {
  const patch = `--- a/cart.js\n+++ b/cart.js\n${preview.replace("@@ line 4 @@", "@@ -3,4 +3,3 @@ total")}\n\\ No newline at end of file\n`;
  const lines = (diff: string) => diffRows(diff).filter(({ kind }) => kind !== "hunk");
  expect(lines(patch)).toEqual(lines(preview));
  expect(lines(preview)).toEqual([
    { kind: "same", before: 3, after: 3, text: "  let sum = 0;" },
    { kind: "removed", before: 4, text: "  let index = 1;" },
    { kind: "removed", before: 5, text: "  more();" },
    { kind: "added", after: 4, text: "  let index = 0;" },
    { kind: "same", before: 6, after: 5, text: "  done();" },
  ]);
  expect(diffCount(diffRows(preview))).toEqual({ added: 1, removed: 2 });
});

it("what was removed stands beside what was added in its place", () => {
  const texts = diffPairs(diffRows(preview)).map(({ left, right }) => [left?.text, right?.text]);
  expect(texts.slice(2)).toEqual([
    ["  let index = 1;", "  let index = 0;"],
    ["  more();", undefined],
    ["  done();", "  done();"],
  ]);
});

it("the hunk of a preview names the first line that changes, and later hunks are moved by those before", () => {
  const rows = diffRows("@@ line 2 @@\n a\n+b\n+c\n@@ line 9 @@\n x\n y\n-z\n… 3 more");
  expect(rows.map(({ kind, before, after }) => [kind, before, after])).toEqual([
    ["hunk", undefined, undefined],
    ["same", 1, 1],
    ["added", undefined, 2],
    ["added", undefined, 3],
    ["hunk", undefined, undefined],
    ["same", 7, 9],
    ["same", 8, 10],
    ["removed", 9, undefined],
    ["hunk", undefined, undefined],
  ]);
});
