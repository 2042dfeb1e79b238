import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { quietMs } from "@skein/terminal-chat/questions";
import { say, shell } from "./replies.ts";
import { hasTerminal, skeinInTerminal } from "./terminal.ts";
import { hasTmux, skeinInTmux, type InTmux } from "./tmux.ts";

const waiting = "1 question waiting · Tab";

/** A chat whose model lets the user type for a while, and then wants to run a command. */
async function withChat(work: (chat: InTmux, isRun: () => boolean) => Promise<void>): Promise<void> {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, "work"));
  const model = join(folder.path, "work", "model.json");
  const turns = [
    { calls: [{ name: "read", input: { path: "start" } }] },
    { text: "One moment.", calls: [{ name: "shell", input: { command: "touch marker" } }] },
    { text: "The end." },
  ];
  await writeFile(model, JSON.stringify({ turns, delayMs: 300 }));
  await writeFile(join(folder.path, "work", "start"), "x\n");
  await using chat = skeinInTmux(["--provider", "replay", "--model", "model.json"], {
    cwd: join(folder.path, "work"),
    env: { HOME: folder.path },
  });
  await chat.shows("smart_approve");
  chat.literally("go");
  chat.keys("Enter");
  await work(chat, () => existsSync(join(folder.path, "work", "marker")));
}

/** Types as a person does. */
async function typeSlowly(chat: InTmux, text: string): Promise<void> {
  for (const letter of text) {
    chat.literally(letter);
    await setTimeout(60);
  }
}

describe
  .skipIf(!hasTmux)
  .concurrent("in a real terminal (tmux), a question that opens while the user types", () => {
    it("takes none of the letters, says that it waits, and is answered after the message is sent", () =>
      withChat(async (chat, isRun) => {
        await typeSlowly(chat, "also tell me what it costs, yes, always");
        await chat.shows(waiting);
        await typeSlowly(chat, " say");
        expect(chat.screen()).toContain("always say");
        chat.keys("Enter", "Enter");
        await setTimeout(quietMs / 2);
        expect(isRun()).toBe(false);
        await chat.shows("❯ Yes, once");
        await setTimeout(quietMs + 200);
        chat.keys("Enter");
        await chat.shows("The end.");
        expect(isRun()).toBe(true);
      }));

    it("is opened with Tab beside a message that stays", () =>
      withChat(async (chat, isRun) => {
        await typeSlowly(chat, "half a message");
        await chat.shows(waiting);
        await setTimeout(quietMs + 100);
        chat.keys("Tab");
        await chat.shows("❯ Yes, once");
        await setTimeout(quietMs + 200);
        chat.keys("Enter");
        await chat.shows("The end.");
        expect(isRun()).toBe(true);
        expect(chat.screen()).toContain("› half a message");
      }));

    it("takes nothing of what is pasted without brackets", () =>
      withChat(async (chat, isRun) => {
        await chat.shows("❯ Yes, once");
        await setTimeout(quietMs + 200);
        chat.paste("\ny\n"); // begins with an Enter
        await setTimeout(quietMs + 400);
        expect(isRun()).toBe(false);
        chat.paste("y\nsure\n");
        await setTimeout(quietMs + 400);
        expect(isRun()).toBe(false);
      }));
  });

describe.skipIf(!hasTerminal)("a question of the chat in plain lines", () => {
  it("takes no line that was typed or begun before it; both are messages", async () => {
    await using folder = await temporaryFolder();
    const turns = [
      // The question comes when all of this has been typed, the last of it without an Enter.
      { calls: [{ name: "read", input: { path: "typed" } }] },
      { text: "One moment.", calls: [{ name: "shell", input: { command: "touch marker" } }] },
      { text: "The end." },
    ];
    const model = join(folder.path, "model.json");
    await writeFile(model, JSON.stringify({ turns, delayMs: 150 }));
    const args = ["--provider", "replay", "--model", "model.json", "--plain"];
    await using chat = skeinInTerminal(args, { cwd: folder.path });
    const isRun = () => existsSync(join(folder.path, "marker"));
    await chat.shows("> ");
    chat.type("go\n");
    await chat.shows("● read");
    chat.type("y\nalso tell me the pri");
    await chat.shows("touch marker");
    await chat.shows("> also tell me the pri");
    expect(isRun()).toBe(false);
    chat.type("ce, yes\n");
    await chat.shows("n REASON");
    expect(isRun()).toBe(false);
    chat.type("y\n");
    await chat.shows("The end.");
    expect(isRun()).toBe(true);
    await chat.shows("done");
    chat.type("/exit\n");
    expect(await chat.ended).toBe(0);
    expect(stripVTControlCharacters(chat.output())).toContain("> also tell me the price, yes");
  });
});

describe.skipIf(!hasTerminal)("a question of skein run on a terminal", () => {
  it("does not take a line that was typed before it was asked", async () => {
    await using server = await anthropicServer((_, count) =>
      count === 0 ? { parts: [shell("t1", "touch marker")] } : say("The end."),
    );
    await using folder = await temporaryFolder();
    const env = {
      ANTHROPIC_API_KEY: "sk-ant-test-key",
      ANTHROPIC_BASE_URL: server.url,
      SKEIN_NO_KEYRING: "1",
    };
    await using terminal = skeinInTerminal(["run", "-t", "go"], { cwd: folder.path, env });
    terminal.type("y\ra\ryes");
    await terminal.shows("touch marker");
    await terminal.shows("[y]es");
    await setTimeout(300);
    expect(existsSync(join(folder.path, "marker"))).toBe(false);
    terminal.type("y\r");
    await terminal.shows("The end.");
    expect(existsSync(join(folder.path, "marker"))).toBe(true);
  });
});
