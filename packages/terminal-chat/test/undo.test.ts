import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { desk } from "./desk.ts";

const say = (text: string) => [{ type: "text", text }] as const;
const call = (name: string, input: Record<string, string>) =>
  [{ type: "tool-call", id: `c-${JSON.stringify(input)}`, name, input }] as const;
const write = (path: string, content: string) => call("write", { path, content });

const changed = (at: { readonly shown: readonly string[] }) =>
  expect.poll(() => at.shown.at(-1)).toMatch(/files? changed .* · \/diff · \/undo$/);

describe("/diff", () => {
  it("shows what the last run has changed, which a line behind the run offers", async () => {
    await using at = await desk([
      call("shell", { command: "rm kept.txt; sed -i s/b/B/ notes.txt" }),
      say("Done."),
      say("Nothing."),
    ]);
    await writeFile(join(at.path, "kept.txt"), "kept\n");
    await writeFile(join(at.path, "notes.txt"), "a\nb\nc\n");
    await at.talk("change it");
    await changed(at);
    expect(at.shown.at(-1)).toBe("said: 2 files changed +1 −2 · /diff · /undo");
    const before = at.shown.length;
    await at.type("/diff");
    expect(at.shown.slice(before)).toEqual([
      "said: kept.txt (removed) +0 −1\n-    1 kept",
      "said: notes.txt +1 −1\n     1 a\n-    2 b\n+    2 B\n     3 c",
      "said: 2 files changed +1 −2 · /undo",
      expect.stringContaining("Keep the changes, or revert hunks of them\n  1   kept.txt:1 +0 −1  -kept\n"),
    ]);
    await at.type("/undo");
    await at.type("/diff");
    expect(at.shown.at(-1)).toContain("No file was changed");
  });
});

describe("/diff with hunks", () => {
  const lines = (others: Readonly<Record<number, string>>) =>
    Array.from({ length: 40 }, (_, at) => others[at + 1] ?? `line ${at + 1}`).join("\n") + "\n";

  it("reverts the hunks that are picked, which /redo and /undo know", async () => {
    const script = "sed -i 's/^line 3$/three/; s/^line 30$/thirty/' notes.txt; echo new > new.txt";
    await using at = await desk([call("shell", { command: script }), say("Done.")], {
      picks: [{ value: "1" }, { value: "2" }],
    });
    const notes = join(at.path, "notes.txt");
    const read = () => readFile(notes, "utf8");
    await writeFile(notes, lines({}));
    await at.talk("change it");
    await changed(at);
    expect(await read()).toBe(lines({ 3: "three", 30: "thirty" }));
    at.shown.length = 0;
    await at.type("/diff");
    const offered = at.shown.filter((line) => line.startsWith("Keep the changes"));
    expect(offered).toEqual([
      "Keep the changes, or revert hunks of them\n  1   new.txt:1 +1 −0  +new\n  2   notes.txt:3 +1 −1  -line 3\n  3   notes.txt:30 +1 −1  -line 30",
      "Keep the changes, or revert hunks of them\n  1   notes.txt:3 +1 −1  -line 3\n  2   notes.txt:30 +1 −1  -line 30",
      "Keep the changes, or revert hunks of them\n  1   notes.txt:30 +1 −1  -line 30",
    ]);
    expect(at.shown.filter((line) => line.startsWith("said: Reverted"))).toHaveLength(2);
    expect(existsSync(join(at.path, "new.txt"))).toBe(false);
    expect(await read()).toBe(lines({ 30: "thirty" }));
    await at.type("/diff revert 2");
    expect(at.shown.at(-1)).toMatch(/^error: .*notes\.txt does not have that text any more\./);
    await at.type("/redo");
    expect(await read()).toBe(lines({ 3: "three", 30: "thirty" }));
    await at.type("/undo");
    expect(await read()).toBe(lines({}));
    expect(existsSync(join(at.path, "new.txt"))).toBe(false);
  });

  it("leaves a file as it is that is no UTF-8 by now", async () => {
    await using at = await desk([
      call("shell", { command: "sed -i 's/^line 3$/three/' notes.txt" }),
      say("Done."),
    ]);
    const notes = join(at.path, "notes.txt");
    await writeFile(notes, lines({}));
    await at.talk("change it");
    await changed(at);
    const other = Buffer.concat([Buffer.from(lines({ 3: "three" })), Buffer.from("caf\u00e9\n", "latin1")]);
    await writeFile(notes, other);
    await at.type("/diff revert 1");
    expect(at.shown.at(-1)).toMatch(/^error: /);
    expect(await readFile(notes)).toEqual(other);
  });

  it("leaves a file as it is where someone else has changed that text", async () => {
    const script = "sed -i 's/^line 3$/three/; s/^line 30$/thirty/' notes.txt";
    await using at = await desk([call("shell", { command: script }), say("Done.")]);
    const notes = join(at.path, "notes.txt");
    await writeFile(notes, lines({}));
    await at.talk("change it");
    await changed(at);
    await writeFile(notes, `a first line\n${lines({ 3: "other", 30: "thirty" })}`);
    at.shown.length = 0;
    await at.type("/diff revert 1");
    expect(at.shown.at(-1)).toMatch(/^error: .*does not have that text any more\./);
    await at.type("/diff revert 2");
    expect(await readFile(notes, "utf8")).toBe(`a first line\n${lines({ 3: "other" })}`);
    await at.type("/diff revert");
    expect(at.shown.at(-1)).toBe('error: /diff cannot do "revert". /diff revert NUMBER reverts a hunk. ');
  });
});

describe("/undo and /redo", () => {
  it("take a run and its files back and bring them again; the prompt has what was said", async () => {
    await using at = await desk([
      say("Hello."),
      call("shell", { command: "cat notes.txt; rm kept.txt; mkdir sub; echo new > sub/new.txt" }),
      write("notes.txt", "changed\n"),
      say("Done."),
      say("Otherwise."),
    ]);
    const file = (name: string) => join(at.path, name);
    await writeFile(file("kept.txt"), "kept\n");
    await writeFile(file("notes.txt"), "old\n");
    await at.talk("hello");
    await at.talk("make a mess");
    expect(existsSync(file("kept.txt"))).toBe(false);

    await at.type("/undo");
    const said = at.shown.find((line) => line.includes("Undid the last run")) ?? "";
    for (const line of ["kept.txt: brought back", "notes.txt: put back", "sub/new.txt: removed"])
      expect(said).toContain(line);
    expect(at.shown.slice(-2)).toEqual(["earlier: hello,text", "draft: make a mess"]);
    expect(await readFile(file("kept.txt"), "utf8")).toBe("kept\n");
    expect(await readFile(file("notes.txt"), "utf8")).toBe("old\n");
    expect(existsSync(file("sub"))).toBe(false);

    await at.type("/redo");
    expect(at.shown.at(-1)).toMatch(/^earlier: make a mess,/);
    expect(existsSync(file("kept.txt"))).toBe(false);
    expect(await readFile(file("sub/new.txt"), "utf8")).toBe("new\n");

    await at.type("/undo");
    await at.talk("do otherwise");
    const words = JSON.stringify(at.requests().at(-1)?.messages);
    expect(words).toContain("hello");
    expect(words).not.toContain("make a mess");
    await at.type("/redo");
    expect(at.shown.at(-1)).toContain("error: Nothing to redo");
  });

  it("go back to the beginning, and no further", async () => {
    await using at = await desk([say("a"), say("b")]);
    await at.type("/undo");
    expect(at.shown).toEqual([expect.stringContaining("error: Nothing to undo")]);
    await at.talk("1");
    await at.type("/undo");
    expect(at.shown).toContain("said: The conversation is empty again.");
    await at.type("/undo");
    expect(at.shown.at(-1)).toContain("error: Nothing to undo");
    await at.talk("2");
    expect(at.requests().at(-1)?.messages).toHaveLength(1);
  });

  it("keep a message that comes meanwhile waiting", async () => {
    await using at = await desk([write("a.txt", "a"), say("a"), say("b")]);
    await at.talk("1");
    const undoing = at.type("/undo");
    at.chat.send("2", "now");
    await undoing;
    while (!at.texts().endsWith("b")) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(existsSync(join(at.path, "a.txt"))).toBe(false);
    expect(at.requests().at(-1)?.messages).toHaveLength(1);
  });
});

describe("/rewind", () => {
  it("offers the messages with what changed in files, and brings back the files alone", async () => {
    await using at = await desk([write("a.txt", "a"), say("a"), write("a.txt", "b\nc\n"), say("b")], {
      picks: [{ value: "1", way: "f" }],
    });
    await at.talk("write it");
    await changed(at);
    await at.talk("write it again");
    await changed(at);
    at.shown.length = 0;
    await at.type("/rewind");
    expect(at.shown[0]).toMatch(
      /^Go back to before …\n {2}1 {3}write it again {2}[\d:]+ {2}a\.txt \+2 −1\n {2}2 {3}write it {2}[\d:]+ {2}a\.txt \+1 −0$/,
    );
    expect(at.shown.at(-1)).toBe(
      "said: The files went back, and the conversation stays; /redo undoes that.\nFiles:\n  a.txt: put back",
    );
    expect(await readFile(join(at.path, "a.txt"), "utf8")).toBe("a");
    await at.type("/redo");
    expect(await readFile(join(at.path, "a.txt"), "utf8")).toBe("b\nc\n");
  });
});

describe("/fork", () => {
  it("goes on in a copy, and the session stays as it is", async () => {
    await using at = await desk([say("a"), say("b"), say("c")]);
    await at.type("/fork");
    expect(at.shown.at(-1)).toContain("error: Nothing to fork");
    await at.talk("1");
    await at.type("/fork side");
    const { session, name } = at.chat.state().settings;
    expect(session).not.toBe("first");
    expect(name).toBe("side");
    expect(at.shown.at(-1)).toBe(`said: Now in ${session}, a fork of first.`);
    await at.talk("2");
    expect(at.requests().at(-1)?.messages).toHaveLength(3);
    await at.type("/resume first");
    expect(at.shown.at(-1)).toBe("earlier: 1,text");
    await at.talk("3");
    expect(at.requests().at(-1)?.messages).toHaveLength(3);
    await at.type("/resume side");
    expect(at.shown.at(-1)).toBe("earlier: 1,text,2,text");
  });
});

describe("/continue", () => {
  it("resumes a run that was interrupted", async () => {
    await using at = await desk([call("shell", { command: "echo begun; sleep 30" }), say("Went on.")]);
    const ended = at.talk("wait");
    while (!at.events().includes("tool-progress")) await new Promise((resolve) => setTimeout(resolve, 10));
    at.chat.interrupt();
    await ended;
    const before = at.shown.length;
    await at.goOn();
    expect(at.texts()).toBe("Went on.");
    expect(at.shown.slice(before).some((line) => line.startsWith("user:"))).toBe(false);
    expect(at.requests().at(-1)?.messages.at(-1)?.role).toBe("tool");
  });

  it("says that nothing was left open", async () => {
    await using at = await desk([say("a")]);
    await at.talk("1");
    await at.type("/continue");
    expect(at.shown.at(-1)).toContain("error: Nothing to resume");
  });
});
