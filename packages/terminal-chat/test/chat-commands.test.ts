import { describe, expect, it } from "vitest";
import { isSlashCommand, slashCommands } from "../src/commands/slash-commands.ts";
import { desk } from "./desk.ts";

const say = (text: string) => [{ type: "text", text }] as const;
const run = (command: string) =>
  [{ type: "tool-call", id: `c-${command}`, name: "shell", input: { command } }] as const;

describe("the commands of a chat", () => {
  it("are told from messages", () => {
    expect(
      ["/help", "/mode auto", "/HELP", "/", "/x y", "/fix-it_2 now"].filter(isSlashCommand),
    ).toHaveLength(6);
    expect(["/etc/hosts", "/usr/bin is", "a /help", "//"].filter(isSlashCommand)).toEqual([]);
  });

  it.each([
    ["/mdoe", "/mode"],
    ["/sesions", "/sessions"],
    ["/zzzzzz", "/help"],
    ["/mode atuo", "auto"],
    ["/mode nothing", "smart_approve"],
    ["/resume 99", "no session"],
    ["/resume missing", "missing"],
  ])("%s names the way out: %s", async (line, hint) => {
    await using at = await desk([]);
    await at.type(line);
    expect(at.shown).toEqual([expect.stringMatching(/^error: /)]);
    expect(at.shown[0]?.toLowerCase()).toContain(hint);
  });

  it("are all in the help", async () => {
    await using at = await desk([]);
    await at.type("/help");
    for (const { name } of slashCommands()) expect(at.shown[0]).toContain(`/${name}`);
  });

  it("change the mode for the next call, in a run and between runs", async () => {
    await using at = await desk([run("echo 1"), say("One."), run("echo 2"), say("Two.")], {
      mode: "approve",
    });
    await at.talk("go");
    expect(at.shown).toContain("asked: shell");
    await at.type("/mode auto");
    at.shown.length = 0;
    await at.talk("again");
    expect(at.shown).not.toContain("asked: shell");
    expect(at.shown).toContain("text: Two.");
    expect(at.requests().at(-1)?.messages.length).toBe(7);
  });

  it("remove the tools in mode chat and restore them", async () => {
    await using at = await desk([say("a"), say("b"), say("c")]);
    await at.talk("1");
    await at.type("/mode chat");
    await at.talk("2");
    await at.type("/mode plan");
    await at.talk("3");
    expect(at.requests().map(({ tools }) => tools.length > 0)).toEqual([true, false, true]);
  });

  it("change the model, and the conversation goes on", async () => {
    await using at = await desk([say("a"), say("not asked")]);
    await at.talk("1");
    await at.type("/model other");
    await at.talk("2");
    expect(at.texts()).toBe("aFrom the other.");
    await at.type("/model");
    expect(at.shown.at(-1)).toContain("said: Model: replay other\n");
  });

  it("offer the models that there are, and refuse others", async () => {
    await using at = await desk([say("a")], {
      lists: ["tiny", "other"],
      picks: [{ value: "replay other" }],
    });
    await at.type("/model");
    expect(at.shown).toEqual([
      expect.stringMatching(/^Model: replay m\n {2}1 {3}tiny .*\n {2}2 {3}other /),
      "said: Model: replay other (from the next request)",
    ]);
    await at.type("/model othr");
    expect(at.shown.at(-1)).toMatch(
      /^error: replay has no model "othr"\. Did you mean other\?\nIt has: tiny, other\./,
    );
    expect(at.chat.settings().model).toBe("other");
  });

  it("change the effort: by a word, or from those that the model takes", async () => {
    await using at = await desk([say("a"), say("b"), say("c")], { picks: [{ value: "high" }] });
    await at.talk("1");
    await at.type("/effort low");
    await at.talk("2");
    await at.type("/effort huge");
    expect(at.shown.at(-1)).toMatch(
      /^error: replay\/scripted has no effort "huge"\.\s+It takes none, low, .*, default\./,
    );
    await at.type("/effort");
    expect(at.shown.slice(-2)).toEqual([
      expect.stringMatching(/^How much m reasons\n {2}1 {3}none/),
      "said: Effort: high (from the next request)",
    ]);
    await at.talk("3");
    expect(at.requests().map(({ options }) => options.effort)).toEqual([undefined, "low", "high"]);
  });

  it("tell what decides about calls, and change the mode", async () => {
    await using at = await desk([say("a")], { picks: [{ value: "plan" }] });
    await at.type("/permissions");
    expect(at.shown).toEqual([
      "said: Permission mode: auto (this session)\nNo permission rules.",
      expect.stringMatching(/^What may happen unasked\?\n.*\* auto /s),
      "said: Permission mode: plan",
    ]);
  });

  it("are found by `/` alone; what needs more is typed to its end", async () => {
    await using at = await desk([say("a")], { picks: [{ value: "name" }, { value: "exit" }] });
    await at.type("/");
    expect(at.shown[0]).toMatch(/^Commands\n +1 {3}\/help {2}This list, and the keys\n/);
    expect(at.shown.at(-1)).toBe("draft: /name ");
    await at.type("/");
    expect(at.hasLeft()).toBe(true);
  });

  it("begin a new session, list the old one, and go back to it", async () => {
    await using at = await desk([say("a"), say("b"), say("c")]);
    await at.talk("remember the heron");
    await at.type("/clear second");
    expect(at.chat.state()).toMatchObject({ hasBegun: false, settings: { name: "second" } });
    await at.talk("another");
    expect(at.requests().at(-1)?.messages).toHaveLength(1);
    await at.type("/sessions");
    expect(at.shown.at(-1)).toMatch(/1 {3}remember the heron {2}.* · done · .* · first$/);
    await at.type("/resume 1");
    expect(at.shown.at(-1)).toBe("earlier: remember the heron,text");
    await at.talk("third");
    expect(at.requests().at(-1)?.messages).toHaveLength(3);
    await at.type("/resume second");
    expect(at.shown.at(-1)).toBe("earlier: another,text");
  });

  it("name a session at any time", async () => {
    await using at = await desk([say("a"), say("b")]);
    await at.type("/name heron");
    await at.talk("1");
    await at.type("/name");
    expect(at.shown.at(-1)).toBe("said: Name: heron");
    await at.type("/name other");
    await at.talk("2");
    await at.type("/name");
    expect(at.shown.at(-1)).toBe("said: Name: other");
    await at.type("/clear");
    await at.type("/resume other");
    expect(at.chat.state().settings.session).toBe("first");
  });

  it("tell what was spent and how full the window is", async () => {
    const usage = { input: 100, output: 50, cacheRead: 0, cacheWrite: 0 };
    await using at = await desk([{ content: say("a"), usage }]);
    await at.type("/cost");
    await at.type("/context");
    await at.talk("1");
    await at.type("/cost");
    await at.type("/context");
    expect(at.shown.filter((line) => line.startsWith("said:"))).toEqual([
      expect.stringContaining("Nothing yet"),
      expect.stringContaining("Empty: no model has been asked yet."),
      expect.stringContaining("In all: 1 request, 150 tokens"),
      expect.stringContaining("150 of 1,000 tokens (15 %), compacted from 750 (75 %) on"),
    ]);
    expect(at.chat.state().spent).toMatchObject({ tokens: 150, isKnown: true });
  });

  it("count the session that is shown, after /clear and after going back too", async () => {
    const usage = { input: 100, output: 50, cacheRead: 0, cacheWrite: 0 };
    await using at = await desk([
      { content: say("a"), usage },
      { content: say("b"), usage },
      { content: say("c"), usage },
    ]);
    const tokens = () => at.chat.state().spent.tokens;
    await at.talk("1");
    await at.talk("2");
    expect(tokens()).toBe(300);
    await at.type("/clear");
    expect(tokens()).toBe(0);
    await at.talk("3");
    expect(tokens()).toBe(150);
    await at.type("/resume first");
    expect(tokens()).toBe(300);
  });

  it("make the conversation shorter when they are told to, and keep what is wished for", async () => {
    const long = `The heron is called Ada. ${"It flies on and on over the water. ".repeat(400)}`;
    const turns = [
      say(long),
      say(long),
      say("Two herons were described at length: the first is called Ada, of the other no name was given."),
      say("Ada."),
    ];
    await using at = await desk(turns, { settings: { contextTokens: 100_000 } });
    await at.type("/compact");
    expect(at.shown).toEqual([expect.stringContaining("the conversation is empty")]);
    await at.talk("Tell me of the heron.");
    await at.talk("And of the other one.");
    await at.type("/compact the names of the herons");
    expect(JSON.stringify(at.requests().at(-1))).toContain("the names of the herons");
    expect(at.shown.at(-1)).toMatch(
      /^said: [\d,]+ of 100,000 tokens were used\. \d+ messages? (was|were) summarized; .*\nThe summary took 1 request/,
    );
    const before = at.requests()[1]!.messages;
    await at.talk("What was it called?");
    const after = at.requests().at(-1)!.messages;
    expect(JSON.stringify(after).length).toBeLessThan(JSON.stringify(before).length);
    expect(JSON.stringify(after)).toContain("Two herons were described at length");
    await at.type("/cache");
    expect(at.shown.at(-1)).toMatch(/^said: ENTRY +WHEN +SENT/);
  });

  it("stop making it shorter when they are interrupted, leave it as it was, and say what waits meanwhile", async () => {
    const asked = Promise.withResolvers<void>();
    const hanging = () => {
      asked.resolve();
      return new Promise<never>(() => {});
    };
    const long = `The heron is called Ada. ${"It flies on and on over the water. ".repeat(400)}`;
    await using at = await desk([say(long), say(long), hanging, say("Ada.")], {
      settings: { contextTokens: 100_000 },
    });
    await at.talk("Tell me of the heron.");
    await at.talk("And of the other one.");
    const compacting = at.type("/compact");
    await asked.promise;
    expect(at.chat.state()).toMatchObject({ isRunning: false, isAside: true });
    at.chat.send("What was it called?", "now");
    expect(at.chat.waiting()).toEqual([{ text: "What was it called?", isSteering: false }]);
    expect(at.chat.interrupt()).toBe(true);
    await compacting;
    expect(at.shown).toContainEqual(
      expect.stringContaining("said: Interrupted: the conversation stays as it was."),
    );
    const results = () => at.shown.filter((line) => line.startsWith("result: "));
    while (results().length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(at.chat.waiting()).toEqual([]);
    expect(at.chat.state().isAside).toBe(false);
    expect(at.requests().at(-1)?.messages).toHaveLength(5);
  });

  it("do not keep anybody from leaving", async () => {
    const asked = Promise.withResolvers<void>();
    const hanging = () => {
      asked.resolve();
      return new Promise<never>(() => {});
    };
    const long = "It flies on and on over the water. ".repeat(400);
    await using at = await desk([say(long), say(long), hanging], { settings: { contextTokens: 100_000 } });
    await at.talk("1");
    await at.talk("2");
    const compacting = at.type("/compact");
    await asked.promise;
    await at.chat.close();
    await compacting;
    expect(at.chat.state()).toMatchObject({ isRunning: false, isAside: false });
  });

  it("keep what was allowed for the session when the mode changes", async () => {
    const turns = [run("echo 1"), say("One."), run("echo 1"), say("Two.")];
    await using at = await desk(turns, { mode: "approve", answer: { allow: "session" } });
    await at.talk("go");
    await at.type("/mode smart_approve");
    at.shown.length = 0;
    await at.talk("again");
    expect(at.shown).not.toContain("asked: shell");
    expect(at.texts()).toBe("Two.");
  });

  it("list the tools, and leave", async () => {
    await using at = await desk([]);
    await at.type("/tools");
    expect(at.shown[0]).toContain("shell");
    await at.type("/ex");
    expect(at.hasLeft()).toBe(true);
  });

  it("show what still waits when a session is gone back to", async () => {
    await using at = await desk([run("sleep 30"), say("One."), say("Two.")]);
    const talk = at.talk("1");
    while (!at.events().includes("tool-start")) await new Promise((resolve) => setTimeout(resolve, 5));
    await at.type("/queue later");
    while (at.chat.waiting().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    at.chat.interrupt();
    await talk;
    await at.type("/clear");
    expect(at.chat.waiting()).toEqual([]);
    await at.type("/resume");
    expect(at.chat.waiting()).toEqual([{ text: "later", isSteering: false }]);
    await at.talk("2");
    expect(at.chat.waiting()).toEqual([]);
    expect(at.shown.filter((line) => line.startsWith("user:"))).toEqual([
      "user: 1",
      "user: later",
      "user: 2",
    ]);
  });

  it("that change the session wait for the end of a run", async () => {
    await using at = await desk([run("sleep 30"), say("a")]);
    const talk = at.talk("1");
    await at.type("/clear");
    expect(at.shown.at(-1)).toContain("has to wait");
    expect(at.chat.interrupt()).toBe(true);
    await talk;
    expect(at.shown).toContain("result: cancelled");
    expect(at.chat.interrupt()).toBe(false);
  });
});
