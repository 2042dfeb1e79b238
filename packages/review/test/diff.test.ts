import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { annotatedDiff, parseDiff } from "../src/index.ts";

const change = `diff --git a/a.ts b/a.ts
index 1..2 100644
--- a/a.ts
+++ b/a.ts
@@ -1,4 +1,4 @@ function
 one
--- two
+++ two
 three
 four
@@ -90,2 +90,3 @@
 ninety
+new
 last
\\ No newline at end of file
diff --git "a/tab\\tand \\303\\244.ts" "b/tab\\tand \\303\\244.ts"
new file mode 100644
--- /dev/null
+++ "b/tab\\tand \\303\\244.ts"
@@ -0,0 +1 @@
+only
diff --git a/old.ts b/old.ts
deleted file mode 100644
--- a/old.ts
+++ /dev/null
@@ -1 +0,0 @@
-gone
diff --git a/x y.png b/x y.png
index 1..2 100644
Binary files a/x y.png and b/x y.png differ
diff --git a/from.ts b/to.ts
similarity index 100%
rename from from.ts
rename to to.ts
`;

describe("parseDiff", () => {
  it("reads names, states and lines", () => {
    const files = parseDiff(change);
    expect(files.map(({ path, status, hunks }) => [path, status, hunks.length])).toEqual([
      ["a.ts", "changed", 2],
      ["tab\tand ä.ts", "added", 1],
      ["old.ts", "removed", 1],
      ["x y.png", "changed", 0],
      ["to.ts", "changed", 0],
    ]);
    expect(
      files[0]?.hunks.flatMap(({ lines }) => lines.map(({ kind, line, text }) => [kind, line, text])),
    ).toEqual([
      ["context", 1, "one"],
      ["removed", 2, "-- two"],
      ["added", 2, "++ two"],
      ["context", 3, "three"],
      ["context", 4, "four"],
      ["context", 90, "ninety"],
      ["added", 91, "new"],
      ["context", 92, "last"],
    ]);
  });

  it("takes any text for what it is", () => {
    checkProperty(
      fc.property(fc.string(), (text) => {
        expect(parseDiff(change + text).length).toBeGreaterThanOrEqual(5);
      }),
    );
  });
});

describe("annotatedDiff", () => {
  it("numbers the lines of the new file", () => {
    expect(annotatedDiff(parseDiff(change)).join("\n----\n")).toMatchInlineSnapshot(`
      "=== a.ts (changed)
      1   one
      - - -- two
      2 + ++ two
      3   three
      4   four
      …
      90   ninety
      91 + new
      92   last
      === tab	and ä.ts (added)
      1 + only
      === old.ts (removed)
      - - gone
      === x y.png (changed)
      (no lines: binary, or only its name or mode has changed)
      === to.ts (changed)
      (no lines: binary, or only its name or mode has changed)"
    `);
  });

  it("hides no invisible characters from the reviewer", () => {
    const lines = [{ kind: "added" as const, line: 1, text: "\tif (admin\u202e) {" }];
    const file = { path: "a.ts", status: "added" as const, hunks: [{ lines }] };
    expect(annotatedDiff([file])).toEqual(["=== a.ts (added)\n1 + \tif (admin\\u{202e}) {"]);
  });

  it("parts a change without losing a line, each part below its file's name", () => {
    const lines = fc.array(fc.stringMatching(/^[a-z]{1,60}$/), { minLength: 1, maxLength: 80 });
    checkProperty(
      fc.property(
        fc.array(lines, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 200, max: 4000 }),
        (texts, most) => {
          const files = texts.map((all, index) => ({
            path: `f${index}.ts`,
            status: "added" as const,
            hunks: [{ lines: all.map((text, at) => ({ kind: "added" as const, line: at + 1, text })) }],
          }));
          const parts = annotatedDiff(files, most);
          const found = parts.flatMap((part) =>
            part.split("\n").flatMap((line) => /^ *\d+ \+ (.*)$/.exec(line)?.[1] ?? []),
          );
          expect(found).toEqual(texts.flat());
          expect(parts.every((part) => part.startsWith("=== ") && Buffer.byteLength(part) < most + 100)).toBe(
            true,
          );
        },
      ),
    );
  });
});
