import { createTheme } from "@skein/terminal/theme";
import { createHighlighter } from "@skein/terminal/markdown";
import { pictureLines, pictureSize, type TerminalFeatures } from "@skein/terminal/screen";
import { terminalLink, type Paint } from "@skein/terminal";
import { describe, expect, it } from "vitest";
import { callCard } from "../src/calls/call-card.ts";
import type { PictureLook } from "../src/calls/card-look.ts";

const plain: Paint = (_, text) => text;
const named: Paint = (style, text) => `<${style}>${text}</>`;

const edit = {
  tool: "edit",
  input: { path: "src/a.ts", old_text: "x", new_text: "y" },
  content: [
    { type: "text" as const, text: "Edited src/a.ts:\n@@ line 1 @@\n-let x = 'a';\n+let x = 1;\n }" },
  ],
  failure: undefined,
  durationMs: 0,
};

/** One red pixel. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
/** The head alone, which tells the size. */
const jpeg = "/9j/4AAQSkZJRgABAQAAAQABAAD/wAALCAABAAEBAREA/9k=";

const picture = (mediaType: string, data: string) => ({
  tool: "read",
  input: { path: "art/dot.png" },
  content: [{ type: "image" as const, mediaType, data }],
  failure: undefined,
  durationMs: 0,
});

const pictures = (images?: TerminalFeatures["images"]): PictureLook => ({
  lines: (one, width) => pictureLines(one, images, width),
  size: pictureSize,
  howToOpen: (path) => `open ${path ?? "the session"}`,
});

describe("an edit on a card", () => {
  it("has the colours of its language behind numbers that say what happens", async () => {
    const highlighter = createHighlighter(named, () => undefined);
    const highlight = (code: string, language: string) => highlighter.highlight(code, language);
    const look = { width: 80, paint: named, highlight };
    expect(callCard(edit, look).lines).toContain("    <removed>    1 -let x = 'a';</>");
    await highlighter.load("ts");
    expect(callCard(edit, look).lines.slice(1)).toEqual([
      "    <removed>    1 -</><keyword>let</> x = <string>'a'</>;",
      "    <added>    1 +</><keyword>let</> x = <number>1</>;",
      "    <dim>    2  </>}",
    ]);
  });

  it("keeps its marks where there are no colours", () => {
    const { paint } = createTheme({ name: "auto", depth: 1 });
    expect(callCard(edit, { width: 40, paint }).lines.slice(1)).toEqual([
      "        1 -let x = 'a';",
      "        1 +let x = 1;",
      "        2  }",
    ]);
  });

  it("is a link to its file, which is opened on this machine only", () => {
    const fileUrl = (path: string) => `file://host/p/${path}`;
    const [head] = callCard(edit, { width: 60, paint: plain, link: terminalLink, fileUrl }).lines;
    expect(head).toMatch(
      // oxlint-disable-next-line no-control-regex
      /^ {2}\x1b\]8;;file:\/\/host\/p\/src\/a\.ts\x1b\\edit src\/a\.ts\x1b\]8;;\x1b\\ +\+1 −1$/,
    );
  });
});

describe("a picture on a card", () => {
  it("is drawn by kitty's protocol, over rows that are there already", () => {
    const { lines } = callCard(picture("image/png", png), {
      width: 60,
      paint: plain,
      pictures: pictures("kitty"),
    });
    expect(lines[0]).toBe("  read art/dot.png");
    const rows = lines.length - 1;
    expect(rows).toBeGreaterThan(1);
    expect(lines.slice(1, -1).every((line) => line === "")).toBe(true);
    expect(lines.at(-1)).toBe(
      `    \x1b7\x1b[${rows - 1}A\x1b_Ga=T,f=100,q=2,C=1,c=${columnsIn(lines.at(-1))},r=${rows};${png}\x1b\\\x1b8`,
    );
  });

  it("is drawn by iTerm2's protocol, in other formats too", () => {
    const { lines } = callCard(picture("image/jpeg", jpeg), {
      width: 60,
      paint: plain,
      pictures: pictures("iterm2"),
    });
    expect(lines.at(-1)).toContain("\x1b]1337;File=inline=1;");
    expect(lines.at(-1)).toContain(`:${jpeg}\x07\x1b8`);
  });

  it.each([
    ["a terminal that shows none", undefined, "image/png", png, "dot.png · 1 × 1 · image/png · 69 bytes"],
    ["kitty, which takes PNG alone", "kitty", "image/jpeg", jpeg, "dot.png · 1 × 1 · image/jpeg"],
    ["bytes that are no picture", "kitty", "image/png", "AAAA", "dot.png · image/png · 3 bytes"],
  ] as const)("is a line that says how to open it in %s", (_, images, mediaType, data, words) => {
    const { lines } = callCard(picture(mediaType, data), {
      width: 76,
      paint: plain,
      pictures: pictures(images),
    });
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(new RegExp(`^    ${words}.* · open art/dot.png$`));
  });
});

function columnsIn(line = ""): string {
  return /c=(\d+)/.exec(line)?.[1] ?? "";
}
