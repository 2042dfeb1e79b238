import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatEntry, parseMemory } from "../../src/memory/memory-text.ts";

describe("a memory file", () => {
  it("is read as Goose writes it", () => {
    const text = "# build node\nUse pnpm.\nNever npm.\n\nNo tags here.\n\n\n# single line\n\n";
    expect(parseMemory(text, false)).toEqual([
      { text: "Use pnpm.\nNever npm.", tags: ["build", "node"] },
      { text: "No tags here.", tags: [] },
      { text: "# single line", tags: [] },
    ]);
  });

  it("may be Markdown, where a heading is text", () => {
    expect(parseMemory("# Build\r\nUse pnpm.\r\n\r\n- a\n- b\n", true)).toEqual([
      { text: "# Build\nUse pnpm.", tags: [] },
      { text: "- a\n- b", tags: [] },
    ]);
  });

  it("holds each entry as one, whatever its text", () => {
    const tag = fc.stringMatching(/^[\p{L}\p{N}_-]{1,8}$/u);
    const line = fc.string({ unit: "grapheme", maxLength: 20 }).map((said) => said.replaceAll(/\s/g, " "));
    const text = fc
      .array(line, { minLength: 1 })
      .map((lines) => lines.join("\n"))
      .filter((said) => said.trim() !== "");
    checkProperty(
      fc.property(fc.array(fc.record({ text, tags: fc.array(tag) })), (entries) => {
        const parsed = parseMemory(entries.map(formatEntry).join(""), false);
        expect(parsed).toHaveLength(entries.length);
        expect(parsed.map((entry) => entry.text.replaceAll(/\s+/g, ""))).toEqual(
          entries.map((entry) => entry.text.replaceAll(/\s+/g, "")),
        );
      }),
    );
  });
});
