import { existsSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { processesWith, temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { quietMs } from "@skein/terminal-chat/questions";
import { hasTerminal, skeinInTerminal, type InTerminal } from "./terminal.ts";

const enter = "\r";
const escape = "\x1b";
const altEnter = "\x1b\r";
const controlC = "\x03";
const up = "\x1b[A";
const down = "\x1b[B";

/** Chooses what stands so far below the first choice, as soon as the question takes keys. */
async function choose(chat: InTerminal, below: number): Promise<void> {
  await setTimeout(quietMs + 200);
  chat.type(down.repeat(below));
  chat.type(enter);
}

type Turn = Readonly<Record<string, unknown>>;
const command = (text: string) => ({ name: "shell", input: { command: text } });

interface Place extends AsyncDisposable {
  readonly path: string;
  chat(args?: readonly string[], env?: Readonly<Record<string, string>>): InTerminal;
}

/** A folder with a scripted model, and chats in it. */
async function place(turns: readonly Turn[], script: Turn = {}): Promise<Place> {
  const folder = await temporaryFolder();
  const started: InTerminal[] = [];
  await writeFile(join(folder.path, "model.json"), JSON.stringify({ turns, ...script }));
  return {
    path: folder.path,
    chat(args = [], env = {}) {
      const flags = ["--provider", "replay", "--model", "model.json", ...args];
      const chat = skeinInTerminal(flags, { cwd: folder.path, env });
      started.push(chat);
      return chat;
    },
    async [Symbol.asyncDispose]() {
      for (const chat of started) await chat[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** The terminal is as it was: keys, pasting, wrapping and the cursor. */
function expectRestored(output: string): void {
  expect(output.lastIndexOf("\x1b[?25h")).toBeGreaterThan(output.lastIndexOf("\x1b[?25l"));
  expect(output.lastIndexOf("\x1b[?2004l")).toBeGreaterThan(output.lastIndexOf("\x1b[?2004h"));
  expect(output.lastIndexOf("\x1b[?7h")).toBeGreaterThan(output.lastIndexOf("\x1b[?7l"));
}

describe.skipIf(!hasTerminal).concurrent("a chat in a terminal", () => {
  it("asks before a command, runs it, shows the answer, and says how to go on", async () => {
    await using here = await place([
      { text: "I **look**.", calls: [command("echo seen > marker; cat marker")] },
      { text: "# Done\n\n- it said `seen`" },
    ]);
    const chat = here.chat();
    await chat.shows("smart_approve");
    chat.type(`look${enter}`);
    await chat.shows("echo seen > marker; cat marker");
    await chat.shows("Yes, once");
    expect(existsSync(join(here.path, "marker"))).toBe(false);
    await choose(chat, 0);
    await chat.shows("  $ echo seen");
    await chat.shows("• it said seen");
    await chat.shows("done · 2 turns · 1 tool call");
    chat.type(`/exit${enter}`);
    await chat.shows("skein resume ");
    expect(await chat.ended).toBe(0);
    expectRestored(chat.output());
    expect(chat.output()).not.toContain("\x1b[2J");
    expect(chat.output()).not.toContain("\x1b[3J");
  });

  it("runs nothing that was denied, and the model reads why", async () => {
    await using here = await place([{ calls: [command("touch marker")] }, { text: "As you wish." }]);
    const chat = here.chat(["--session-id", "s1"]);
    await chat.shows("smart_approve");
    chat.type(`go${enter}`);
    await chat.shows("Yes, once");
    await choose(chat, 4);
    await chat.shows("Why not?");
    chat.type(`keep it clean${enter}`);
    await chat.shows("Denied: keep it clean");
    await chat.shows("denied this call");
    await chat.shows("As you wish.");
    expect(existsSync(join(here.path, "marker"))).toBe(false);
  });

  it("runs what was edited instead", async () => {
    await using here = await place([{ calls: [command("touch marker")] }, { text: "Fine." }]);
    const chat = here.chat();
    await chat.shows("smart_approve");
    chat.type(`go${enter}`);
    await chat.shows("Yes, once");
    await choose(chat, 3);
    await chat.shows("Edit it, then");
    chat.type(`2${enter}`);
    await chat.shows("Fine.");
    expect(existsSync(join(here.path, "marker"))).toBe(false);
    expect(existsSync(join(here.path, "marker2"))).toBe(true);
  });

  it("does not ask again in a later chat for what is always allowed, and asks for anything else", async () => {
    const turns = [
      { calls: [command("echo a >> ran")] },
      { calls: [command("echo b >> other")] },
      { text: "End." },
    ];
    await using here = await place(turns);
    const first = here.chat();
    await first.shows("smart_approve");
    first.type(`go${enter}`);
    await first.shows("always allow edit(./ran) in this folder");
    await choose(first, 2);
    await first.shows("Allowed always.");
    await first.shows("Yes, once");
    await choose(first, 4);
    await first.shows("Why not?");
    first.type(enter);
    await first.shows("End.");
    const second = here.chat();
    await second.shows("smart_approve");
    second.type(`go${enter}`);
    await second.shows("$ echo a >> ran");
    await second.shows("echo b >> other");
    await second.shows("Yes, once");
    expect(await readFile(join(here.path, "ran"), "utf8")).toBe("a\na\n");
  });

  it("says that a reply broke off, and glues nothing together", async () => {
    await using server = await anthropicServer([
      { parts: [{ type: "text", text: "Half of the ans" }], cutAfterEvents: 4 },
      { parts: [{ type: "text", text: "The whole answer." }] },
    ]);
    await using folder = await temporaryFolder();
    await using chat = skeinInTerminal([], {
      cwd: folder.path,
      env: { ANTHROPIC_API_KEY: "sk-ant-test-key-0123456789", ANTHROPIC_BASE_URL: server.url },
    });
    await chat.shows("smart_approve");
    chat.type(`go${enter}`);
    await chat.shows("made again");
    await chat.shows("The whole answer.");
    await chat.shows("done · 1 turn");
    expect(chat.output()).not.toContain("ansThe whole");
  });

  it("interrupts with Esc and leaves nothing running", async () => {
    const seconds = `71.${process.pid}`;
    await using here = await place([{ calls: [command(`echo up; sleep ${seconds}`)] }, { text: "Again." }]);
    const chat = here.chat(["--mode", "auto"]);
    await chat.shows("auto ·");
    chat.type(`go${enter}`);
    await chat.shows(/^ {4}up/m);
    chat.type(escape);
    await chat.shows("cancelled");
    expect(await processesWith(seconds)).toEqual([]);
    chat.type(`go on${enter}`);
    await chat.shows("Again.");
    chat.type(controlC);
    await chat.shows("Once more");
    chat.type(controlC);
    expect(await chat.ended).toBe(0);
    expectRestored(chat.output());
  });

  it("rejects a call with Esc at its question, and interrupts with Ctrl-C", async () => {
    const calls = ["touch one", "touch two"].map(command);
    await using here = await place([{ calls: [calls[0]!] }, { text: "Then so.", calls: [calls[1]!] }]);
    const chat = here.chat();
    await chat.shows("smart_approve");
    chat.type(`go${enter}`);
    await chat.shows("Esc rejects");
    await setTimeout(quietMs + 100);
    chat.type(escape);
    await chat.shows("shell: Denied.");
    await chat.shows("Then so.");
    await chat.shows("touch two");
    await chat.shows("Esc rejects");
    chat.type(controlC);
    await chat.shows("cancelled");
    expect(["one", "two"].filter((name) => existsSync(join(here.path, name)))).toEqual([]);
  });

  it("steers with Enter and queues with Alt+Enter while the model works", async () => {
    await using here = await place([
      { calls: [command("while [ ! -e go ]; do sleep 0.05; done")] },
      { text: "First answer." },
      { text: "Second answer." },
    ]);
    const chat = here.chat(["--mode", "auto"]);
    await chat.shows("auto ·");
    chat.type(`begin${enter}`);
    await chat.shows("Working");
    chat.type("later");
    await chat.shows("later");
    chat.type(altEnter);
    await chat.shows("after the answer: later");
    chat.type(`sooner${enter}`);
    await chat.shows("before the next step: sooner");
    await writeFile(join(here.path, "go"), "");
    await chat.shows("▌ sooner");
    await chat.shows("First answer.");
    await chat.shows("▌ later");
    await chat.shows("Second answer.");
    await chat.shows("done");
    chat.type(`/exit${enter}`);
    expect(await chat.ended).toBe(0);
  });

  it("continues the last session of the folder and shows what was said", async () => {
    await using here = await place([{ text: "The word is **heron**." }]);
    const first = here.chat();
    await first.shows("smart_approve");
    first.type(`remember${enter}`);
    await first.shows("done");
    first.type(`/exit${enter}`);
    await first.ended;
    const second = here.chat(["-r"]);
    await second.shows("▌ remember");
    await second.shows("The word is heron.");
    second.type(up);
    await second.shows("› /exit");
    second.type(up);
    await second.shows("› remember");
    const history = join(here.path, ".local/state/skein/prompts.jsonl");
    expect((await stat(history)).mode & 0o777).toBe(0o600);
    expect(await readFile(history, "utf8")).toBe('"remember"\n"/exit"\n');
  });

  it("sends pasted text whole, and lines that were broken with a backslash", async () => {
    await using server = await anthropicServer([{ parts: [{ type: "text", text: "Got it." }] }]);
    await using folder = await temporaryFolder();
    await using chat = skeinInTerminal([], {
      cwd: folder.path,
      env: { ANTHROPIC_API_KEY: "sk-ant-test-key-0123456789", ANTHROPIC_BASE_URL: server.url },
    });
    await chat.shows("smart_approve");
    const pasted = Array.from({ length: 40 }, (_, line) => `\tline ${line}`).join("\n");
    chat.type(`\x1b[200~${pasted}\x1b[201~`);
    await chat.shows("[pasted 1: 40 lines]");
    chat.type(`\\${enter}and more`);
    await chat.shows("and more");
    chat.type(enter);
    await chat.shows("Got it.");
    const body = JSON.parse(server.requests[0]?.bytes.toString() ?? "") as { messages: unknown };
    expect(JSON.stringify(body.messages)).toContain(JSON.stringify(`${pasted}\nand more`).slice(1, -1));
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s ends commands and gives the terminal back", async (signal, exitCode) => {
    const seconds = `72.${exitCode}.${process.pid}`.replace(/\.(?=\d+$)/, "");
    await using here = await place([{ calls: [command(`echo up; sleep ${seconds}`)] }]);
    const chat = here.chat(["--mode", "auto"]);
    await chat.shows("auto ·");
    chat.type(`go${enter}`);
    await chat.shows(/^ {4}up/m);
    chat.kill(signal);
    expect(await chat.ended).toBe(exitCode);
    expectRestored(chat.output());
    expect(await processesWith(seconds)).toEqual([]);
  });

  it("goes on at once after Ctrl+Z where no shell could bring it back", async () => {
    await using here = await place([{ text: "Still here." }]);
    const chat = here.chat();
    await chat.shows("/help");
    chat.type("\x1a");
    await chat.shows("/help");
    chat.type(`go${enter}`);
    await chat.shows("Still here.");
    chat.type("\x04");
    expect(await chat.ended).toBe(0);
    expectRestored(chat.output());
  });

  it("lets nothing but its own styling reach the terminal", async () => {
    const evil = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202Eright";
    await using here = await place([
      { thinking: evil, text: `${evil} \`${evil}\``, calls: [command(`printf '${evil}'`)] },
      { text: evil },
    ]);
    const chat = here.chat();
    await chat.shows("smart_approve");
    chat.type(`go${enter}`);
    await chat.shows("Yes, once");
    await choose(chat, 0);
    await chat.shows("done · 2 turns");
    chat.type(`/exit${enter}`);
    await chat.ended;
    expect(chat.output()).not.toContain("\x1b]0;");
    expect(chat.output()).not.toContain("\x1b[2J");
    expect(chat.output()).not.toMatch(/[\u0080-\u009f\u202e]/);
  });

  it("draws without colours when NO_COLOR is set", async () => {
    await using here = await place([{ text: "# Head\n\n```js\nconst a = 1;\n```" }]);
    const chat = here.chat([], { NO_COLOR: "1" });
    await chat.shows("smart_approve");
    chat.type(`go${enter}`);
    await chat.shows("done");
    // oxlint-disable-next-line no-control-regex
    expect(chat.output()).not.toMatch(/\x1b\[(?:[0-9;]*;)?(?:3[0-9]|9[0-7]|1|2)m/);
  });

  it("goes to the next mode with Shift+Tab, and says what is used of the context", async () => {
    await using server = await anthropicServer([
      { parts: [{ type: "text", text: "Here." }], usage: { input_tokens: 20_000, output_tokens: 5 } },
    ]);
    await using folder = await temporaryFolder();
    await using chat = skeinInTerminal(["--model", "claude-sonnet-4-5"], {
      cwd: folder.path,
      env: { ANTHROPIC_API_KEY: "sk-ant-test-key-0123456789", ANTHROPIC_BASE_URL: server.url },
    });
    await chat.shows("smart_approve · claude");
    const shiftTab = "\x1b[Z";
    for (const mode of ["accept_edits", "plan", "smart_approve"]) {
      chat.type(shiftTab);
      await chat.shows(`${mode} · claude`);
    }
    chat.type(`go${enter}`);
    await chat.shows("context 10 %");
    expect(server.requests).toHaveLength(1);
  });

  it("shows nothing twice: a question leaves one line behind, and its change stands in the card", async () => {
    const edit = { name: "write", input: { path: "new.txt", content: "only once\n" } };
    await using here = await place([{ calls: [edit] }, { text: "Written." }]);
    const chat = here.chat();
    await chat.shows("smart_approve");
    chat.type(`go${enter}`);
    await chat.shows("Write this file?");
    await chat.shows("only once");
    await choose(chat, 0);
    await chat.shows("write: Allowed once.");
    await chat.shows("write new.txt");
    await chat.shows("1 +only once");
    await chat.shows("Written.");
    expect(chat.output()).toContain("write: Allowed once.");
  });

  it("finds an earlier prompt with Ctrl+R, and has the prompt edited outside with Ctrl+G", async () => {
    await using here = await place([{ text: "One." }, { text: "Two." }]);
    await writeFile(join(here.path, "editor.sh"), 'printf "edited outside" > "$1"\n');
    const chat = here.chat([], { VISUAL: `sh ${join(here.path, "editor.sh")}` });
    await chat.shows("/help");
    chat.type(`count the herons${enter}`);
    await chat.shows("One.");
    await chat.shows("done");
    chat.type("HERON");
    await chat.shows("› HERON");
    chat.type("\x12");
    await chat.shows("› count the herons");
    chat.type("\x07");
    await chat.shows("› edited outside");
    chat.type(enter);
    await chat.shows("▌ edited outside");
    await chat.shows("Two.");
    expect(chat.output()).not.toContain("▌ HERON");
  });

  it("goes back to an earlier message with Esc Esc, and does not leave", async () => {
    await using here = await place([{ text: "One." }, { text: "Two." }]);
    const chat = here.chat();
    await chat.shows("/help");
    for (const said of ["first thing", "second thing"]) {
      chat.type(`${said}${enter}`);
      await chat.shows(`▌ ${said}`);
      await chat.shows("done ·");
    }
    chat.type(escape);
    await chat.shows("Once more Esc");
    chat.type(escape);
    await chat.shows("Go back to before");
    await chat.shows("first thing");
    chat.type(down);
    await chat.shows("❯ first thing");
    chat.type("c");
    await chat.shows("Went back; /redo undoes that.");
    await chat.shows("The conversation is empty again.");
    await chat.shows("› first thing");
    chat.type(`\x03\x04`);
    expect(await chat.ended).toBe(0);
  });

  it("without a key says in three lines what to do, and ends with 2", async () => {
    await using folder = await temporaryFolder();
    await using chat = skeinInTerminal(["--provider", "anthropic"], { cwd: folder.path });
    expect(await chat.ended).toBe(2);
    const lines = chat.output().trimEnd().split("\n").slice(1);
    expect(lines).toHaveLength(3);
    expect(chat.output()).toContain("ANTHROPIC_API_KEY");
    expect(chat.output()).not.toContain("\x1b[?25l");
  });
});
