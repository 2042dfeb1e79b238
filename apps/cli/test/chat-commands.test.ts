import { join } from "node:path";
import { textOf, type AgentEvent, type Answer, type OutcomeError, type Question } from "@skein/protocol";
import { scriptedModel, type ScriptedTurn } from "@skein/provider-replay";
import { createRuntime } from "@skein/runtime";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import type { ChatView } from "../src/chat/chat-view.ts";
import { createChat, type Chat } from "../src/chat/chat.ts";
import { isSlashCommand, runSlashCommand, slashCommands } from "../src/chat/slash-commands.ts";

interface Desk extends AsyncDisposable {
  readonly chat: Chat;
  /** What was shown, one string a thing. */
  readonly shown: string[];
  /** All text of the model. */
  texts(): string;
  readonly events: () => readonly string[];
  readonly requests: () => ReturnType<typeof scriptedModel>["requests"];
  type(line: string): Promise<void>;
  /** Sends it, and waits for the end of the run. */
  talk(text: string): Promise<void>;
  hasLeft(): boolean;
}

async function desk(
  turns: readonly ScriptedTurn[],
  { answer = { allow: "once" }, mode = "auto" }: { readonly answer?: Answer; readonly mode?: string } = {},
): Promise<Desk> {
  const folder = await temporaryFolder();
  const model = scriptedModel(turns, { limits: { contextTokens: 1_000 } });
  const other = scriptedModel([[{ type: "text", text: "From the other." }]], { id: "other" });
  const provider = {
    id: "replay",
    model: (id: string) => (id === "other" ? other : model),
    models: async () => [],
    prepare: async () => undefined,
    check: async () => undefined,
  };
  const runtime = createRuntime({
    providers: { replay: async () => provider },
    dataFolder: join(folder.path, "data"),
  });
  const shown: string[] = [];
  const types: string[] = [];
  let left = false;
  let onIdle = () => {};
  const view: ChatView = {
    ask: async (question: Question) => {
      shown.push(`asked: ${question.kind === "approval" ? question.tool : question.message}`);
      return answer;
    },
    event: (event: AgentEvent) => {
      types.push(event.type);
      if (event.type === "text-delta") shown.push(`text: ${event.delta}`);
    },
    user: (text) => shown.push(`user: ${text}`),
    result: ({ outcome }) => shown.push(`result: ${outcome}`),
    say: (text) => shown.push(`said: ${text}`),
    error: ({ message, hint }: OutcomeError) => shown.push(`error: ${message} ${hint ?? ""}`),
    earlier: async (earlier) => {
      const items = earlier.flatMap(({ items: all }) => all);
      shown.push(
        `earlier: ${items.map((item) => (item.type === "user" ? textOf(item.content) : item.type)).join()}`,
      );
    },
    changed: () => {
      if (!chat.state().isRunning) onIdle();
    },
  };
  const chat = createChat({
    runtime,
    view,
    settings: {
      provider: "replay",
      model: "m",
      mode,
      cwd: folder.path,
      interaction: "chat",
      builtins: ["developer"],
      session: "first",
    },
  });
  return {
    chat,
    shown,
    texts: () => shown.map((line) => /^text: ([^]*)/.exec(line)?.[1] ?? "").join(""),
    events: () => types,
    requests: () => model.requests,
    type: (line) => runSlashCommand(line, { chat, runtime, view, leave: () => (left = true) }),
    talk: (text) =>
      new Promise((resolve) => {
        onIdle = resolve;
        chat.send(text, "now");
      }),
    hasLeft: () => left,
    async [Symbol.asyncDispose]() {
      await chat.close();
      await runtime[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const say = (text: string) => [{ type: "text", text }] as const;
const run = (command: string) =>
  [{ type: "tool-call", id: `c-${command}`, name: "shell", input: { command } }] as const;

describe("the commands of a chat", () => {
  it("are told from messages", () => {
    expect(["/help", "/mode auto", "/HELP", "/", "/x y"].filter(isSlashCommand)).toHaveLength(5);
    expect(["/etc/hosts", "/usr/bin is", "a /help", "//"].filter(isSlashCommand)).toEqual([]);
  });

  it.each([
    ["/mdoe", "/mode"],
    ["/sesions", "/sessions"],
    ["/zzzzzz", "/help"],
    ["/mode atuo", "auto"],
    ["/mode nothing", "smart_approve"],
    ["/resume 99", "no session"],
    ["/resume nobody", "nobody"],
  ])("%s names the way out: %s", async (line, hint) => {
    await using at = await desk([]);
    await at.type(line);
    expect(at.shown).toEqual([expect.stringMatching(/^error: /)]);
    expect(at.shown[0]?.toLowerCase()).toContain(hint);
  });

  it("are all in the help", async () => {
    await using at = await desk([]);
    await at.type("/help");
    for (const { name } of slashCommands) expect(at.shown[0]).toContain(`/${name}`);
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

  it("take the tools away in mode chat and give them back", async () => {
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
    expect(at.shown.at(-1)).toBe("said: Model: replay other");
  });

  it("begin a new session, list the old one, and go back to it", async () => {
    await using at = await desk([say("a"), say("b"), say("c")]);
    await at.talk("remember the heron");
    await at.type("/clear second");
    expect(at.chat.state()).toMatchObject({ hasBegun: false, settings: { name: "second" } });
    await at.talk("another");
    expect(at.requests().at(-1)?.messages).toHaveLength(1);
    await at.type("/sessions");
    expect(at.shown.at(-1)).toContain("first  remember the heron");
    await at.type("/resume 1");
    expect(at.shown.at(-1)).toBe("earlier: remember the heron,text");
    await at.talk("third");
    expect(at.requests().at(-1)?.messages).toHaveLength(3);
    await at.type("/resume second");
    expect(at.shown.at(-1)).toBe("earlier: another,text");
  });

  it("name a session before its first message, and not later", async () => {
    await using at = await desk([say("a")]);
    await at.type("/name heron");
    await at.talk("1");
    await at.type("/name other");
    expect(at.shown.at(-1)).toContain("/clear other");
    await at.type("/clear");
    await at.type("/resume heron");
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
      expect.stringContaining("of 1000"),
      expect.stringContaining("In all: 1 request, 150 tokens"),
      expect.stringContaining("150 tokens of 1000 (15 %)"),
    ]);
    expect(at.chat.state().spent).toMatchObject({ tokens: 150, isKnown: true });
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
