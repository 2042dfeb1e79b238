import { questionText, type AskUser, type JsonObject, type PromptArgument } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import type { CommandScope, SessionCommand } from "../src/index.ts";
import { promptsAsCommands } from "../src/prompt-commands.ts";

const title = { name: "title", description: "Of the book", isRequired: true };
const author = { name: "author", isRequired: true };
const tone = { name: "tone" };

/** The command of a prompt with these arguments, and what values it may have were asked for. */
async function promptWith(named: readonly PromptArgument[] | undefined, more: object = {}) {
  const asked: unknown[] = [];
  const prompt = { name: "review", ...(named ? { arguments: named } : {}), ...more };
  const commands = await promptsAsCommands({
    prompts: async () => [{ extension: "library", prompt }] as never,
    completePrompt: async (wanted) => {
      asked.push(wanted);
      return ["Dune", "Emma Woodhouse", String.raw`a"b\c$d`];
    },
  });
  const command = commands[0] as SessionCommand;
  return {
    command,
    asked,
    complete: (typed: string) => command.argument?.complete?.(typed),
    run: (argument: string, ask?: AskUser) =>
      command.run(argument, (ask ? { ask } : {}) as unknown as CommandScope),
  };
}

describe("prompts of extensions as commands", () => {
  it("are none where the session has none, and the first one has a name that two have", async () => {
    expect(await promptsAsCommands({})).toEqual([]);
    const prompts = async () =>
      ["One.", "Two."].map((description) => ({
        extension: "a",
        prompt: { name: "p", description },
      })) as never;
    expect(await promptsAsCommands({ prompts })).toMatchObject([{ name: "a:p", description: "One." }]);
  });

  it.each([
    [{ description: "Reviews.\nKindly.", title: "Review" }, "Reviews."],
    [{ title: "Review" }, "Review"],
    [{}, "A prompt of library"],
  ])("are described by their first line: %j", async (more, description) => {
    const { command } = await promptWith(undefined, more);
    expect(command).toMatchObject({ name: "library:review", group: "prompts", description });
    expect(command).not.toHaveProperty("argument");
  });

  it.each([
    [[title, tone], "title=… tone=…", undefined],
    [[tone], "tone=…", true],
  ])("say what they take: %j", async (named, hint, isOptional) => {
    const { command } = await promptWith(named);
    expect(command.argument).toMatchObject({ hint });
    expect(command.argument?.isOptional).toBe(isOptional);
  });
});

describe("the completion of a prompt's arguments", () => {
  it.each([
    ["", ["title=", "author=", "tone="]],
    ["t", ["title=", "tone="]],
    ["title=x ", ["title=x author=", "title=x tone="]],
    ["title=x t", ["title=x tone="]],
    ["z", []],
  ])("has the names that are open: %j", async (typed, names) => {
    const { complete } = await promptWith([title, author, tone]);
    expect(await complete(typed)).toEqual(names);
  });

  it("has values, with quotes where they need them", async () => {
    const { complete, asked } = await promptWith([title, tone]);
    expect(await complete("tone=dry title=D=")).toEqual([
      "tone=dry title=Dune",
      'tone=dry title="Emma Woodhouse"',
      String.raw`tone=dry title="a\"b\\c\$d"`,
    ]);
    expect(asked).toEqual([
      {
        extension: "library",
        prompt: "review",
        typed: { name: "title", value: "D=", given: { tone: "dry" } },
      },
    ]);
    await complete('tone="dr title=');
    await complete("title=");
    expect(asked.slice(1)).toMatchObject([{ typed: { given: {} } }, { typed: { value: "", given: {} } }]);
  });

  it("has none where the session completes nothing", async () => {
    const prompts = async () => [{ extension: "a", prompt: { name: "p", arguments: [tone] } }] as never;
    const [command] = await promptsAsCommands({ prompts });
    expect(await command?.argument?.complete?.("tone=x")).toEqual([]);
  });
});

describe("what a prompt sends", () => {
  it.each([
    [undefined, "", "/library:review"],
    [[title], "Dune", "/library:review title=Dune"],
    [[title, tone], "tone=dry title='My book'", '/library:review tone=dry title="My book"'],
    [[title], "title=", '/library:review title=""'],
    [[title], "", "/library:review"],
  ])("is its line: %j %j", async (named, argument, text) => {
    const { run } = await promptWith(named);
    expect(await run(argument)).toEqual({ kind: "send", when: "now", text });
  });

  it("asks for what is required and missing, and for nothing else", async () => {
    const { run } = await promptWith([title, author, tone]);
    const asked: { readonly message: string; readonly schema: unknown; readonly extension: unknown }[] = [];
    const answering =
      (reply: JsonObject | null): AskUser =>
      async (question) => {
        const { schema, extension } = question as unknown as { schema: unknown; extension: unknown };
        asked.push({ message: questionText(question), schema, extension });
        return { reply };
      };
    expect(await run("tone=dry", answering({ title: "Dune", author: 7, tone: "no" }))).toMatchObject({
      text: "/library:review tone=dry title=Dune",
    });
    expect(asked).toEqual([
      {
        message: "/library:review needs:\n  title: Of the book\n  author",
        extension: "prompt",
        schema: {
          type: "object",
          properties: {
            title: { type: "string", description: "Of the book" },
            author: { type: "string", description: "author" },
          },
          required: ["title", "author"],
        },
      },
    ]);
    expect(await run("title=x author=y", answering(null))).toMatchObject({ kind: "send" });
    expect(asked).toHaveLength(1);
    expect(await run("", answering(null))).toEqual({ kind: "declined" });
    expect(await run("", async () => ({ deny: "No." }))).toEqual({ kind: "declined" });
  });

  it("refuses what it has no argument for", async () => {
    const { run } = await promptWith(undefined);
    await expect(run("Dune")).rejects.toMatchObject({ code: "usage", hint: "The prompt has no arguments." });
  });
});
