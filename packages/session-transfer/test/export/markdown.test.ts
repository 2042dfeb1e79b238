import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { marked } from "marked";
import { describe, expect, it } from "vitest";
import type { Entry } from "@skein/protocol";
import { writeMarkdown, type MarkdownOptions } from "../../src/export/index.ts";
import { journal } from "@skein/test-kit/generated";
import { text } from "./collect.ts";
import { richEntries, richSession } from "./rich-session.ts";

const markdown = (entries: readonly Entry[], options?: MarkdownOptions) =>
  text(writeMarkdown(richSession, entries, options));

/** The rich session with another answer and another result of the command. */
function withText(answer: string, output = "fine"): readonly Entry[] {
  return richEntries.map((entry) => {
    if (entry.kind === "assistant-message" && entry.stop === "answered")
      return { ...entry, content: [{ type: "text", text: answer }] };
    if (entry.kind === "tool-result" && entry.name === "shell")
      return { ...entry, content: [{ type: "text", text: output }] };
    return entry;
  });
}

const headings = (source: string) =>
  marked
    .lexer(source)
    .filter((token) => token.type === "heading")
    .map(({ raw }) => raw.trim());

const ours = ["# Greet by name", "## Turn 1", "## Turn 2", "## Turn 3"];

describe("a session as Markdown", () => {
  it("reads like this", async () => {
    await expect(await markdown(richEntries)).toMatchFileSnapshot("fixtures/rich-session.md");
  });

  it.each([
    "```ts\nnever closed",
    "~~~\nnever closed",
    "1. a list\n\n   ```\n   never closed",
    "<!-- never closed",
    "<script>\nnever closed",
    "<details><summary>never closed",
    "`````\n```\nstill open",
    "> ```\n> in a quote",
  ])("is not swallowed by what an answer leaves open: %j", async (answer) => {
    expect(headings(await markdown(withText(answer)))).toEqual(ours);
  });

  it("keeps what a tool printed in its block, whatever that is", async () => {
    const hostile = fc
      .array(fc.constantFrom("```", "````", "~~~", "\n", "# x", "<!--", "text", "    ", "- ", "> "))
      .map((some) => some.join(""));
    await checkProperty(
      fc.asyncProperty(hostile, async (output) => {
        expect(headings(await markdown(withText("Done.", output)))).toEqual(ours);
      }),
    );
  });

  it("keeps its headings whatever the answer is", async () => {
    const hostile = fc
      .array(fc.constantFrom("```", "~~~~", "\n", "\n\n", "<!--", "<pre>", "word", "   ", "- ", "1. ", "> "))
      .map((some) => some.join(""));
    await checkProperty(
      fc.asyncProperty(hostile, async (answer) => {
        expect(headings(await markdown(withText(answer))).slice(-2)).toEqual(ours.slice(-2));
      }),
    );
  });

  it("cuts long results and says so; with `full` they are whole", async () => {
    const long = Array.from({ length: 3000 }, (_, line) => `line ${line}`).join("\n");
    const short = await markdown(withText("Done.", long));
    expect(short).toMatch(/… [\d,]+ characters left out …/);
    expect(short).toContain("line 2999");
    expect(short.length).toBeLessThan(10_000);
    expect(await markdown(withText("Done.", long), { full: true })).toContain(long);
  });

  it("shows control characters and never sends them", async () => {
    const shown = await markdown(withText("\u001b[2J\u202Etxt", "\u009b31m"));
    expect(shown).toContain("␛[2J\\u{202e}txt");
    // oxlint-disable-next-line no-control-regex
    expect(shown).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E]/);
  });

  it("can be made of every journal", async () => {
    await checkProperty(
      fc.asyncProperty(journal, async (entries) => {
        expect(await markdown(entries)).toContain("# generated");
      }),
    );
  });
});
