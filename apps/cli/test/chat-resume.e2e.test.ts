import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { hasTerminal, skeinInTerminal, type InTerminal } from "./terminal.ts";

const enter = "\r";

type Turn = Readonly<Record<string, unknown>>;

interface Place extends AsyncDisposable {
  readonly path: string;
  /** A chat whose model says this. */
  chat(turns: readonly Turn[], ...args: readonly string[]): Promise<InTerminal>;
}

async function place(): Promise<Place> {
  const folder = await temporaryFolder();
  const started: InTerminal[] = [];
  return {
    path: folder.path,
    async chat(turns, ...args) {
      const model = join(folder.path, `.model-${started.length}.json`);
      await writeFile(model, JSON.stringify({ turns }));
      const flags = ["--provider", "replay", "--model", model, "--mode", "auto"];
      const chat = skeinInTerminal([...args, ...flags], { cwd: folder.path });
      started.push(chat);
      return chat;
    },
    async [Symbol.asyncDispose]() {
      for (const chat of started) await chat[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const shell = (command: string): Turn => ({ calls: [{ name: "shell", input: { command } }] });

describe.skipIf(!hasTerminal).concurrent("skein resume in a terminal", () => {
  it.each([[[]], [["--plain"]]])("offers to go on after a kill, and Enter does (%s)", async (flags) => {
    await using here = await place();
    const first = await here.chat([shell("touch begun; sleep 1.5; echo finished")], "chat", ...flags);
    await first.shows("· auto ·");
    first.type(`go${enter}`);
    while (!existsSync(join(here.path, "begun"))) await new Promise((resolve) => setTimeout(resolve, 20));
    first.kill("SIGKILL");
    await first.ended;
    const second = await here.chat([{ text: "Seen." }], "resume", ...flags);
    await second.shows("go");
    await second.shows("The last run was cut off before its end. Enter or /continue resumes it.");
    second.type(enter);
    await second.shows("  finished");
    await second.shows("Seen.");
    second.type(`/exit${enter}`);
    await second.shows("skein resume ");
    expect(await second.ended).toBe(0);
  });

  it("an empty message does nothing where nothing was left open", async () => {
    await using here = await place();
    const chat = await here.chat([{ text: "One." }, { text: "Two." }], "chat");
    await chat.shows("· auto ·");
    chat.type(`go${enter}`);
    await chat.shows("done ·");
    chat.type(`${enter}${enter}/continue${enter}`);
    await chat.shows("Nothing to resume");
    expect(chat.output()).not.toContain("Two.");
  });
});

describe.skipIf(!hasTerminal).concurrent("/undo at a terminal", () => {
  it.each([
    [[], "› say it so"],
    [["--plain"], "To be typed, as it is or changed:"],
  ] as const)("gives back files and what was said (%s)", async (flags, shown) => {
    await using here = await place();
    const write = { calls: [{ name: "write", input: { path: "a.txt", content: "new" } }] };
    await writeFile(join(here.path, "a.txt"), "old");
    const read = { calls: [{ name: "read", input: { path: "a.txt" } }] };
    const turns = [{ text: "Hello." }, read, write, { text: "Written." }];
    const chat = await here.chat(turns, "chat", ...flags);
    await chat.shows("· auto ·");
    chat.type(`hello${enter}`);
    await chat.shows("done ·");
    chat.type(`say it so${enter}`);
    await chat.shows("Written.");
    await chat.shows("done ·");
    expect(await readFile(join(here.path, "a.txt"), "utf8")).toBe("new");
    chat.type(`/undo${enter}`);
    await chat.shows("Undid the last run");
    await chat.shows("a.txt: put back");
    await chat.shows("The conversation now ends with:");
    await chat.shows("Hello.");
    await chat.shows(shown);
    expect(await readFile(join(here.path, "a.txt"), "utf8")).toBe("old");
  });
});
