import { PassThrough } from "node:stream";
import { asciiLine, hasAsciiOnly } from "@skein/terminal";
import { columnsOf } from "@skein/terminal/width";
import { describe, expect, it } from "vitest";
import { spinner, stillSpinner } from "../src/chat/spinner.ts";
import { lineWords } from "../src/lines/line-words.ts";
import { textWriter } from "../src/run/text-writer.ts";

const signs = "●•▌›❯╭╮╰╯┼─—−│…⋮·×✓✗◐⏳↑↓→⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏“”";

describe("signs as ASCII", () => {
  it("are as wide as before, and letters stay", () => {
    for (const sign of signs) expect(columnsOf(asciiLine(sign))).toBe(columnsOf(sign));
    // oxlint-disable-next-line no-control-regex
    expect(asciiLine(signs)).toMatch(/^[\x20-\x7e]*$/);
    expect(asciiLine("é 日本 ╭ naïve ╮")).toBe("é 日本 + naïve +");
  });

  it.each([
    [{}, false],
    [{ LANG: "C.UTF-8" }, false],
    [{ LANG: "de_DE.utf8" }, false],
    [{ LANG: "C" }, false],
    [{ LANG: "de_DE.ISO-8859-1" }, true],
    [{ LANG: "C.UTF-8", LC_ALL: "ru_RU.KOI8-R" }, true],
    [{ TERM: "linux", LANG: "C.UTF-8" }, true],
  ])("are wanted with %j: %s", (env, isAscii) => {
    expect(hasAsciiOnly(env)).toBe(isAscii);
  });
});

describe("motion", () => {
  it("is a sign that stays where none is wanted", () => {
    const frames = (of: (now: number) => string) => new Set([0, 100, 200, 300].map(of)).size;
    expect([frames(spinner), frames(stillSpinner)]).toEqual([4, 1]);
  });
});

describe("a chat for a screen reader", () => {
  function heard(): { readonly written: string[]; readonly writer: ReturnType<typeof textWriter> } {
    const written: string[] = [];
    const stream = new PassThrough({ encoding: "utf8" });
    stream.on("data", (text: string) => void written.push(text));
    const { say, answer } = lineWords({ screenReader: true, glyphs: "auto" }, { env: {} });
    const writer = textWriter({
      stdout: stream as unknown as NodeJS.WriteStream,
      stderr: stream as unknown as NodeJS.WriteStream,
      quiet: false,
      live: true,
      withNextStep: (error) => error,
      words: say,
      answerHead: answer,
    });
    return { written, writer };
  }

  it("says who speaks before what is said, in words", () => {
    const { written, writer } = heard();
    const event = { session: "s", run: "r", path: [], at: 0 };
    writer.event({ ...event, type: "text-delta", part: 0, delta: "I look · at " });
    writer.event({ ...event, type: "text-delta", part: 0, delta: "it.\n" });
    writer.event({
      ...event,
      type: "tool-start",
      callId: "c",
      tool: "shell",
      extension: "developer",
      effect: "runs",
      input: { command: "npm test" },
    });
    writer.event({
      ...event,
      type: "tool-end",
      callId: "c",
      tool: "shell",
      content: [{ type: "text", text: "fine" }],
      durationMs: 3,
    });
    writer.event({ ...event, type: "text-delta", part: 0, delta: "Done.\n" });
    expect(written.join("")).toBe("Answer: I look · at it.\nTool: shell npm test\n  fine\nAnswer: Done.\n");
  });

  it("reads no boxes, arrows or dots", () => {
    const { say, prompt } = lineWords({ screenReader: true, glyphs: "auto" }, { env: {} });
    expect(prompt).toBe("You: ");
    expect(say("  done · 3 turns · $0.02\n  1 file changed +1 −1 · /diff")).toBe(
      "  done, 3 turns, $0.02\n  1 file changed plus 1 minus 1, /diff",
    );
    expect(say("? shell: Not covered by a rule.\n› plan")).toBe(
      "Question: shell: Not covered by a rule.\nNow: plan",
    );
  });
});
