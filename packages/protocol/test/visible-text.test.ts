import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeInvisible, escapeName, stripTerminalCodes } from "../src/index.ts";

describe("stripTerminalCodes", () => {
  it.each([
    ["\u001b[1;31mred\u001b[0m", "red"],
    ["\u001b]0;title\u0007text", "text"],
    ["\u001b]8;;https://example.com\u001b\\link\u001b]8;;\u001b\\", "link"],
    ["a\u0000b", "a\\x00b"],
    ["a\r\nb\r\n", "a\nb\n"],
    [" 10%\r 50%\r100%\r\ndone", "100%\ndone"],
    ["\u001b", "\\x1b"],
    ["\u009b31m", "\\x9b31m"],
    ["tab\tand\nline", "tab\tand\nline"],
  ])("%j becomes %j", (text, visible) => {
    expect(stripTerminalCodes(text)).toBe(visible);
  });

  it("lets no control character through but newline and tab", () => {
    const bytes = fc.string({
      unit: fc.constantFrom(...Array.from("\u001b[]0;m\u0007\\\r\n\t\u0000\u009bP^Xa")),
    });
    checkProperty(
      fc.property(bytes, (text) => {
        // oxlint-disable-next-line no-control-regex
        expect(stripTerminalCodes(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
      }),
      { numRuns: 1000 },
    );
  });

  it("drops sequences that never end, however long", () => {
    expect(stripTerminalCodes("\u001b]".repeat(200_000))).not.toContain("\u001b");
    expect(stripTerminalCodes(`\u001b[${"0".repeat(400_000)}`)).not.toContain("\u001b");
  });
});

describe("escapeInvisible", () => {
  it.each([
    ["a\u001b[31mb\u009bc\r\nd\te", "a\\x1b[31mb\\x9bc\nd\te"],
    [
      "a\u202eb\u2066c\u200bd\ufeffe\u{e0041}f\u00adg",
      "a\\u{202e}b\\u{2066}c\\u{200b}d\\u{feff}e\\u{e0041}f\\xadg",
    ],
    [
      "1\ufe0f\u20e3 ❤\ufe0f 👩\u200d🚀 नमस्\u200dते می\u200cخواهم",
      "1\ufe0f\u20e3 ❤\ufe0f 👩\u200d🚀 नमस्\u200dते می\u200cخواهم",
    ],
    ["a \u200db 😀\ufe00\ufe01\ufe02", "a \\u{200d}b 😀\ufe00\\u{fe01}\\u{fe02}"],
    ["a\ud800b", "a\ufffdb"],
  ])("%j becomes %j, and stays so", (text, shown) => {
    expect(escapeInvisible(text)).toBe(shown);
    expect(escapeInvisible(shown)).toBe(shown);
  });
});

describe("escapeName", () => {
  it("stays on one line and hides nothing", () => {
    expect(escapeName("a\nb\u001b[2J\u202egnp.exe\u200b")).toBe("a\\nb\\x1b[2J\\u{202e}gnp.exe\\u{200b}");
    expect(escapeName("Lösung – 1.txt")).toBe("Lösung – 1.txt");
  });
});
