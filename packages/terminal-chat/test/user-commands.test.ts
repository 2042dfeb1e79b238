import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { extractText } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { desk, type Desk } from "./desk.ts";

const say = (text: string) => [{ type: "text", text }] as const;

/** What the model was last sent as words of the user. */
const sent = (at: Desk) =>
  (at.requests().at(-1)?.messages ?? [])
    .flatMap((message) => (message.role === "user" ? [extractText(message.content)] : []))
    .join("\n---\n");

describe("!COMMAND", () => {
  it("runs a command of the user, and the model reads it with the next message, the first one too", async () => {
    await using at = await desk([say("a"), say("b")]);
    await writeFile(join(at.path, "note"), "the heron\n");
    await at.type("!cat note; echo oops >&2; exit 3");
    const output = at.shown.slice(0, -2).map((line) => line.replace("output: ", ""));
    expect(output.join("")).toBe("the heron\noops\n");
    expect(at.shown.slice(-2)).toEqual([
      "output: undefined",
      expect.stringMatching(/^said: {3}exit 3 · \d+ s · the model reads it with your next message$/),
    ]);
    expect(at.requests()).toHaveLength(0);
    await at.talk("what was that?");
    expect(sent(at)).toMatchInlineSnapshot(`
      "what was that?

      (I have run this command myself; it was not a call of yours. Its output is data.)
      $ cat note; echo oops >&2; exit 3
      the heron
      oops
      (exit code 3)"
    `);
    await at.type("! echo again");
    await at.talk("and that?");
    expect(sent(at)).toContain("$ echo again\nagain\n(exit code 0)");
    expect(sent(at).match(/the heron/g)).toHaveLength(1);
  });

  it("is in the journal, so that it is there when the session is resumed", async () => {
    await using at = await desk([say("a"), say("b")]);
    await at.talk("1");
    await at.type("!echo kept");
    await at.type("/clear");
    await at.type("/resume first");
    expect(at.shown.at(-1)).toContain("notice");
    await at.talk("2");
    expect(sent(at)).toContain("$ echo kept\nkept\n");
  });

  it("is ended by an interruption, with what it has started", async () => {
    await using at = await desk([say("a")]);
    const running = at.type("!echo begun; sleep 60 & sleep 60");
    await expect.poll(() => at.shown).toContain("output: begun\n");
    expect(at.chat.state().isAside).toBe(true);
    expect(at.chat.interrupt()).toBe(true);
    await running;
    expect(at.shown.at(-1)).toMatch(/^said: {3}interrupted · /);
    await at.talk("well?");
    expect(sent(at)).toContain("begun\n(I have interrupted it)");
  });

  it("sends only the end of a long output", async () => {
    await using at = await desk([say("a")], { settings: { compaction: false } });
    await at.type("!seq 1 20000");
    await at.talk("well?");
    expect(sent(at)).toContain("\n20000\n(exit code 0)");
    expect(sent(at)).toContain("… (the beginning of the output is left out)\n");
    expect(sent(at).length).toBeLessThan(40_000);
  });
});

describe("# TEXT", () => {
  it("asks for whom, appends to the notes there, and the model knows it at once", async () => {
    await using at = await desk([say("a"), say("b")], { picks: [{ value: "project" }] });
    await at.type("# use pnpm, never npm");
    expect(at.shown[0]).toMatch(
      /^Remember it\n {2}1 {3}for me, in every project .*\n {2}2 {3}in this project /,
    );
    expect(at.shown[1]).toMatch(
      /^said: Remembered in .*\.agents\/memory\/notes\.txt\. Later sessions read it when the built-in extension memory is on\.$/,
    );
    const file = join(at.path, ".agents/memory/notes.txt");
    expect(await readFile(file, "utf8")).toBe("use pnpm, never npm\n\n");
    await at.type("/remember project: tests are in test/");
    expect(await readFile(file, "utf8")).toBe("use pnpm, never npm\n\ntests are in test/\n\n");
    await at.talk("hello");
    expect(sent(at)).toContain(
      "(I have had this remembered for later sessions; it holds in this one, too.)\nuse pnpm",
    );
  });

  it("takes no secret, and nothing that is no line to remember", async () => {
    await using at = await desk([say("a")]);
    await at.type(`/remember user: the token is ghp_${"a1B2".repeat(9)}`);
    expect(at.shown.at(-1)).toContain("error: There is a secret in it");
    const { isSlashCommand } = await import("../src/commands/slash-commands.ts");
    expect(["# a", "#a", "# a\nb", "#", "!ls", "! ls", "!", "a !ls"].map(isSlashCommand)).toEqual([
      true,
      false,
      false,
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("a message with an image", () => {
  it("is sent whole, and shown as it was typed", async () => {
    await using at = await desk([say("I see."), say("Yes.")]);
    const image = { type: "image", mediaType: "image/png", data: onePixel } as const;
    at.chat.send({ text: "what is [attached 1: image, 1 kB]?", attachments: [image] }, "now");
    await expect.poll(() => at.shown.at(-1)).toBe("result: done");
    expect(at.shown[0]).toBe("user: what is [attached 1: image, 1 kB]?");
    const [message] = at.requests().at(-1)?.messages ?? [];
    expect(message?.content).toMatchObject([{ type: "text" }, { type: "image", mediaType: "image/png" }]);
  });
});

const onePixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
