import { describe, expect, it } from "vitest";
import { terminalLink } from "../src/index.ts";
import { renderMarkdown } from "../src/markdown.ts";
import { featuresOf } from "../src/screen.ts";
import { columnsOf } from "../src/width.ts";

const open = (url: string) => `\x1b]8;;${url}\x1b\\`;
const close = "\x1b]8;;\x1b\\";

describe("links of a terminal", () => {
  it("lead where the text says, over line ends too", () => {
    const look = { width: 24, paint: (_: unknown, text: string) => text, link: terminalLink };
    expect(renderMarkdown("See [the long page](https://example.com/a).", look)).toEqual([
      `See ${open("https://example.com/a")}the long page${close}`,
      `${open("https://example.com/a")}(https://example.com/a)${close}.`,
    ]);
    expect(renderMarkdown("https://example.com", look)).toEqual([
      `${open("https://example.com/")}https://example.com${close}`,
    ]);
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "no address", `https://e.com/${"a".repeat(3_000)}`])(
    "are none for %.30s",
    (url) => {
      expect(terminalLink("x", url)).toBe("x");
    },
  );

  it("hold nothing that commands a terminal", () => {
    const linked = terminalLink("x", "https://e.com/\x1b]0;evil\x07/ä b");
    expect(linked).toBe(`${open("https://e.com/%1B]0;evil%07/%C3%A4%20b")}x${close}`);
    expect(columnsOf(linked)).toBe(1);
  });
});

describe("what a terminal can do", () => {
  it.each([
    [
      "kitty",
      { TERM: "xterm-kitty", KITTY_WINDOW_ID: "1" },
      { images: "kitty", links: true, notice: "osc9" },
    ],
    ["iTerm2", { TERM_PROGRAM: "iTerm.app" }, { images: "iterm2", links: true, notice: "osc9" }],
    ["an unknown one", { TERM: "xterm-256color" }, { links: true }],
    ["a kernel's console", { TERM: "linux" }, { links: false }],
    [
      "tmux in kitty",
      { TERM: "tmux-256color", TMUX: "/s,1,0", KITTY_WINDOW_ID: "1" },
      { links: true, multiplexer: "tmux" },
    ],
    ["screen", { TERM: "screen.xterm" }, { links: false, multiplexer: "screen" }],
  ] as const)("is known of %s", (_, env, features) => {
    expect(featuresOf(env)).toEqual(features);
  });
});
