import type { Extension, ResourceContent } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { attachResources, type AttachResourcesOptions } from "../src/messages/attach-resources.ts";
import { commandNote, rememberedNote } from "../src/messages/command-note.ts";
import { completeMention } from "../src/messages/complete-mention.ts";

const signal = new AbortController().signal;

function shelf(name: string, uris: readonly string[], templates: readonly string[] = []): Extension {
  return {
    name,
    tools: async () => [],
    callTool: async () => ({ content: [] }),
    status: () => ({ state: "ready" }),
    close: async () => {},
    resources: {
      list: async () => uris.map((uri) => ({ uri, name: uri })),
      templates: async () => templates.map((uriTemplate) => ({ uriTemplate, name: uriTemplate })),
      async read(uri): Promise<readonly ResourceContent[]> {
        if (!uris.includes(uri)) throw new Error("there is none");
        return [{ uri, text: `text of ${uri}` }];
      },
      complete: async (_, { value }) => ["red", "rose", "blue"].filter((word) => word.startsWith(value)),
    },
  };
}

/** Shows texts as they are. */
const options = (extensions: readonly Extension[]): AttachResourcesOptions => ({
  extensions,
  attachResource: async (contents) =>
    contents.map((content) => ({ type: "text", text: "text" in content ? content.text : "" })),
  signal,
});

describe("a mention that is typed", () => {
  const extensions = [
    shelf(
      "shelf",
      ["lib://b/other", "lib://book", "lib://a book", "other://lib"],
      ["lib://{color}", "fixed://"],
    ),
    shelf("shop", ["shop://x"]),
    { ...shelf("bare", []), resources: undefined } as unknown as Extension,
  ];

  it.each<[word: string, completions: readonly string[]]>([
    ["@", ["@shelf:", "@shop:"]],
    ["@sh", ["@shelf:", "@shop:"]],
    ["@she", ["@shelf:"]],
    ["@b", []],
    ["@bare:", []],
    ["@none:", []],
    ["shelf:", []],
    ["@src/main.ts", []],
    ["@shop:", ["@shop:shop://x"]],
    ["@shop:sx", ["@shop:shop://x"]],
    ["@shop:xs", []],
    ["@shop:shop://x", []],
    ["@shelf:lib://b", ["@shelf:lib://b/other", "@shelf:lib://book", "@shelf:lib://blue"]],
    ["@shelf:lib://r", ["@shelf:lib://red", "@shelf:lib://rose"]],
  ])("%s may become %j", async (word, completions) => {
    const found = await completeMention(word, extensions);
    expect(found.filter((one) => completions.includes(one))).toEqual(completions);
    expect(completions.length > 0 || found.length === 0).toBe(true);
  });

  it("has addresses that begin so before others that have its letters", async () => {
    const mixed = shelf("s", ["x://lib", "lib://x", "y://lib", "lib://y"]);
    expect(await completeMention("@s:lib", [mixed])).toEqual([
      "@s:lib://x",
      "@s:lib://y",
      "@s:x://lib",
      "@s:y://lib",
    ]);
  });

  it("has nothing of an extension that cannot be asked", async () => {
    const broken = shelf("s", []);
    const failing = {
      ...broken,
      resources: { ...broken.resources, list: () => Promise.reject(new Error("no")) },
    };
    expect(await completeMention("@s:", [failing as Extension])).toEqual([]);
  });
});

describe("a message that names resources", () => {
  const extensions = [shelf("one", ["a://x", "a://y", "a://x y"]), shelf("two", ["a://x"])];
  const textsOf = async (text: string) => (await attachResources(text, options(extensions))).texts.join("\n");

  it.each<[message: string, resources: readonly string[]]>([
    ["see @one:a://x", ["one a://x"]],
    ["see @one:a://x.", ["one a://x"]],
    ['see (@one:a://x), @one:"a://x y"!', ["one a://x", "one a://x y"]],
    ["@one:a://x and @two:a://x", ["one a://x", "two a://x"]],
    ["@one:a://x and @one:a://y and @one:a://x", ["one a://x", "one a://y"]],
    ["me@one:a://x", []],
    ["@three:a://x", []],
    ["@one: a://x", []],
    ["nothing", []],
  ])("has each once: %s", async (message, resources) => {
    const heads = [...(await textsOf(message)).matchAll(/<resource extension="(.*)" uri="(.*)">/g)];
    expect(heads.map(([, name, uri]) => `${name} ${uri}`)).toEqual(resources);
  });

  it("may name ten of them", async () => {
    const uris = Array.from({ length: 11 }, (_, index) => `n://${index}`);
    const many = [shelf("one", uris)];
    const message = (count: number) =>
      uris
        .slice(0, count)
        .map((uri) => `@one:${uri}`)
        .join(" ");
    expect((await attachResources(message(10), options(many))).texts).toHaveLength(1);
    await expect(attachResources(message(11), options(many))).rejects.toThrow("names 11 resources");
  });

  it.each<[count: number, hint: string | undefined]>([
    [0, undefined],
    [2, "It has: n://0, n://1"],
    [8, "It has: n://0, n://1, n://2, n://3, n://4, n://5, n://6, n://7"],
    [9, "It has: n://0, n://1, n://2, n://3, n://4, n://5, n://6, n://7, …"],
  ])("is not sent with one that cannot be read; of %d the error shows at most eight", async (count, hint) => {
    const uris = Array.from({ length: count }, (_, index) => `n://${index}`);
    const failed = attachResources("@one:none://x", options([shelf("one", uris)]));
    await expect(failed).rejects.toMatchObject({
      message: 'The resource none://x of the extension "one" cannot be read: there is none',
      hint,
    });
  });

  it("is not sent with one of an extension that has none", async () => {
    const bare = { ...shelf("bare", []), resources: undefined } as unknown as Extension;
    await expect(attachResources("@bare:a://x", options([bare]))).rejects.toThrow(
      'The extension "bare" has no resources.',
    );
  });
});

describe("what the model reads of the user's own doings", () => {
  it.each<[end: Parameters<typeof commandNote>[1], lines: readonly string[]]>([
    [{ how: { code: 0 }, output: "out", isCut: false }, ["$ ls", "out", "(exit code 0)"]],
    [{ how: { code: 2 }, output: "", isCut: false }, ["$ ls", "(no output)", "(exit code 2)"]],
    [
      { how: { signal: "SIGKILL" }, output: "end", isCut: true },
      ["$ ls", "… (the beginning of the output is left out)", "end", "(it was ended by SIGKILL)"],
    ],
    [{ how: "interrupted", output: "x", isCut: false }, ["$ ls", "x", "(I have interrupted it)"]],
    [
      { how: { notStarted: "no shell" }, output: "", isCut: false },
      ["$ ls", "(no output)", "(it could not be started: no shell)"],
    ],
  ])("is a command with its end: %j", (end, lines) => {
    const [head, ...rest] = commandNote("ls", end).split("\n");
    expect(head).toContain("I have run this command myself");
    expect(rest).toEqual(lines);
  });

  it("is a note with the very words", () => {
    expect(rememberedNote("Use tabs.\nAlways.")).toMatch(
      /^\(I have had this remembered .*\)\nUse tabs\.\nAlways\.$/,
    );
  });
});
