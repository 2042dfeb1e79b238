import { memoryJournal } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { taskName } from "../src/asides/task-name.ts";
import { entriesOf, text } from "./tools.ts";

describe("a session's name from its task", () => {
  it("of a line in ASCII is that of a line with other letters", () => {
    const ascii = fc.string({ unit: "binary-ascii", maxLength: 40 });
    checkProperty(
      fc.property(ascii, (line) => {
        // The x ends a terminal code that the line has begun: an o would, and an ö would not.
        const [plain, other] = [taskName(`${line} x o`), taskName(`${line} x ö`)];
        expect(other.replace("ö", "o")).toBe(plain);
      }),
    );
    const signs = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
    for (const sign of signs.filter((one) => !/\s/.test(one)))
      expect(taskName(`.${sign}`)).toBe(taskName(`.${sign}\u200B`));
  });

  it.each([
    ["fix the bug", "fix the bug"],
    ["\n\n  # Fix   the *very* **old** `bug`\nand more", "Fix the very old bug"],
    ["> - 1. quoted list", "quoted list"],
    ["   12) a list's first", "a list's first"],
    ["1234. no list", "1234. no list"],
    ["1.no list", "1.no list"],
    ["######  a heading", "a heading"],
    ["####### no heading", "####### no heading"],
    ["*  starred", "starred"],
    ["   <task>   \n what it is", "what it is"],
    ["  ~~~~ ts\n  ```js\ncode", "code"],
    ["```ts\nconst a = 1;\n```", "const a = 1;"],
    [
      "<task>\nSum 2 * 3 * 4 in Array<string> of snake_case_name",
      "Sum 2 * 3 * 4 in Array<string> of snake_case_name",
    ],
    ["read [the docs](https://example.test/x) first", "read the docs first"],
    [
      "Please look through all of the modules in the repository and name what is never used",
      "Please look through all of the modules in the repository…",
    ],
    ["x".repeat(100), `${"x".repeat(59)}…`],
    [`abc ${"x".repeat(100)}`, `abc ${"x".repeat(55)}…`],
    [`${"y".repeat(29)} ${"x".repeat(100)}`, `${"y".repeat(29)} ${"x".repeat(29)}…`],
    [`${"y".repeat(30)} ${"x".repeat(100)}`, `${"y".repeat(30)}…`],
    [`${"y".repeat(58)} ${"x".repeat(100)}`, `${"y".repeat(58)}…`],
    [`${"y".repeat(59)} ${"x".repeat(100)}`, `${"y".repeat(59)}…`],
    ["a ".repeat(30).trim(), "a ".repeat(30).trim()],
    ["修".repeat(40), `${"修".repeat(29)}…`],
    ["修".repeat(30), "修".repeat(30)],
    ["👩‍👩‍👧‍👦".repeat(40), `${"👩‍👩‍👧‍👦".repeat(29)}…`],
    ["e\u0301".repeat(70), `${"e\u0301".repeat(59)}…`],
    ["\u001B[31mred\u001B[0m \u202Eevil\u0007\u200B name", "red evil name"],
    ["---\n***\n", ""],
    ["", ""],
  ])("%j is %j", (task, name) => expect(taskName(task)).toBe(name));

  it("is one short line without control characters, whatever the task is", () => {
    const part = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(" ", "\n", "*", "\u202E", "👩‍👧", "修", "`"),
    );
    checkProperty(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const name = taskName(parts.join(""));
        expect(name).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
        expect([...new Intl.Segmenter().segment(name)].length).toBeLessThanOrEqual(60);
        expect(name.isWellFormed()).toBe(true);
        expect(name).toBe(name.trim());
      }),
    );
  });

  it("is written once, with the first message, and without a model", async () => {
    const journal = memoryJournal();
    const model = scriptedModel([[text("a")], [text("b")]]);
    await using agent = createAgent({ model, journal, session: "s", nameFromTask: true });
    await agent.run("# Weather in Oslo?").result;
    await agent.run("And in Bergen?").result;
    const entries = await entriesOf(journal);
    const named = entries.filter(({ kind }) => kind === "name");
    expect(named).toMatchObject([{ name: "Weather in Oslo?", by: "task" }]);
    expect(entries[named[0]!.seq - 2]).toMatchObject({ kind: "user-message" });
    expect(model.requests).toHaveLength(2);
  });

  it("holds a placeholder in place of a secret, however it would be cut", async () => {
    const secret = `token-${"q".repeat(60)}`;
    const redactor = {
      redact: (said: string) => said.replaceAll(secret, "[[secret:TOKEN]]"),
      restore: (said: string) => said,
      stream: () => ({ push: (said: string) => said, end: () => "" }),
    };
    const journal = memoryJournal();
    const model = scriptedModel([[text("a")]]);
    await using agent = createAgent({ model, journal, session: "s", redactor, nameFromTask: true });
    await agent.run(`log in with ${secret}`).result;
    expect((await entriesOf(journal)).find(({ kind }) => kind === "name")).toMatchObject({
      name: "log in with [[secret:TOKEN]]",
    });
  });

  it("never takes the place of a name that a person gave, also when the session is resumed without it", async () => {
    const journal = memoryJournal();
    const start = createAgent({
      model: scriptedModel([]),
      journal,
      session: "s",
      name: "Mine",
      nameFromTask: true,
    });
    await start.record({ kind: "notice", audience: "user", level: "info", text: "not yet" });
    await start.close();
    const namer = scriptedModel([[text("Never")]]);
    const model = scriptedModel([[text("a")]]);
    await using agent = createAgent({ model, namer, journal, session: "s", nameFromTask: true });
    await agent.record({ kind: "name", name: "Mine too", by: "user" });
    await agent.run("hello there").result;
    const names = (await entriesOf(journal)).filter((entry) => entry.kind === "name");
    expect(names.map(({ name }) => name)).toEqual(["Mine too"]);
    expect(namer.requests).toHaveLength(0);
  });

  it("is improved by the small model", async () => {
    const journal = memoryJournal();
    const namer = scriptedModel([[text("Oslo's weather")]]);
    const model = scriptedModel([[text("a")]]);
    await using agent = createAgent({ model, namer, journal, session: "s", nameFromTask: true });
    await agent.run("Weather?").result;
    await expect
      .poll(async () =>
        (await entriesOf(journal)).flatMap((entry) => (entry.kind === "name" ? [entry.by] : [])),
      )
      .toEqual(["task", "model"]);
  });
});
