import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnsOf } from "@skein/terminal/width";
import { approvalBox } from "../src/questions/approval-box.ts";
import { approvalOf } from "../src/questions/approval.ts";
import { dialogBox, fitsInBox } from "../src/questions/dialog-box.ts";

const paint = (_: unknown, text: string) => text;
const question = (tool: string, input: Record<string, string>, preview?: string) => ({
  id: "q",
  kind: "approval" as const,
  callId: "c",
  tool,
  extension: "developer",
  effect: "runs" as const,
  input,
  reason: "Not covered by a rule.",
  ...(preview === undefined ? {} : { preview }),
});

describe("a question in a box", () => {
  it("shows the command, the reason and the choices", async () => {
    const { title, body } = approvalBox(await approvalOf(question("shell", { command: "git push" }), "/"), {
      paint,
    });
    expect(
      dialogBox(
        { title, body, choices: ["❯ Yes, once", "  No"], keys: "Enter" },
        { width: 34, rows: 20, paint },
      ),
    ).toEqual([
      "╭ Run this command? ─────────────╮",
      "│ $ git push                     │",
      "│ Not covered by a rule.         │",
      "│                                │",
      "│ ❯ Yes, once                    │",
      "│   No                           │",
      "╰ Enter ─────────────────────────╯",
    ]);
  });

  it("shows an edit with its numbers", async () => {
    const input = { path: "a.js", old_text: "x", new_text: "y" };
    const asked = question("edit", input, "@@ line 7 @@\n a\n-x\n+y");
    const { title, body } = approvalBox(await approvalOf(asked, "/"), { paint });
    expect([title, ...body]).toEqual([
      "Make this change?",
      "a.js",
      "    6  a",
      "    7 -x",
      "    7 +y",
      "Not covered by a rule.",
    ]);
  });

  it("keeps its shape, its choices and its height, whatever it is about", () => {
    const words = fc
      .string({ unit: "grapheme", maxLength: 200 })
      .map((text) => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ""));
    const parts = fc.record({
      title: words,
      body: fc.array(words, { maxLength: 30 }),
      choices: fc.array(words, { minLength: 1, maxLength: 5 }),
      keys: words,
    });
    checkProperty(
      fc.property(
        parts,
        fc.integer({ min: 20, max: 120 }),
        fc.integer({ min: 12, max: 40 }),
        (box, width, rows) => {
          const lines = dialogBox(box, { width, rows, paint });
          expect(new Set(lines.map(columnsOf))).toEqual(new Set([width]));
          expect(lines.length).toBeLessThanOrEqual(rows);
          const isCut = lines.some((line) => line.includes("more lines · Ctrl+O"));
          const fits = fitsInBox({ body: box.body, choices: box.choices.length }, { width, rows });
          expect(fits && isCut).toBe(false);
        },
      ),
    );
  });
});
