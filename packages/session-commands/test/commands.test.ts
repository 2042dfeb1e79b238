import {
  commandsOf,
  findCommand,
  readCommandLine,
  recipesAsCommands,
  sessionCommands,
} from "../src/index.ts";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AskUser, AssistantPart } from "@skein/protocol";
import { checkedResults } from "./checked-results.ts";
import { hostWith, shell, text } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { collectEntries } from "@skein/host/sessions";

describe("a line that is typed", () => {
  it("is a command when it begins as one, and a path is none", () => {
    expect(readCommandLine("/mode auto")).toEqual({ name: "mode", argument: "auto" });
    expect(readCommandLine("/FORK  the other\nway ")).toEqual({ name: "fork", argument: "the other\nway" });
    expect(readCommandLine("/?")).toEqual({ name: "?", argument: "" });
    for (const path of ["/etc/hosts", "/usr/bin is", "a /help", "//"])
      expect(readCommandLine(path)).toBeUndefined();
  });

  it("names a command whole, by a beginning that only one has, or not at all", () => {
    const nameOf = (typed: string) => {
      const found = findCommand(typed, sessionCommands);
      return "command" in found ? found.command.name : { guess: found.guess };
    };
    expect(nameOf("undo")).toBe("undo");
    expect(nameOf("und")).toBe("undo");
    expect(nameOf("co")).toEqual({ guess: undefined });
    expect(nameOf("mdoe")).toEqual({ guess: "mode" });
    expect(nameOf("zzzzzz")).toEqual({ guess: undefined });
  });
});

describe("the commands of a session", () => {
  it("are told apart by their names, and each says what it does", () => {
    const names = sessionCommands.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, description } of sessionCommands) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)?$/);
      expect(description).not.toBe("");
    }
  });

  it("have recipes of the settings among them, but none with a name that is taken", () => {
    const found = recipesAsCommands(
      [
        { name: "review", recipe: "/r/review.yaml" },
        { name: "undo", recipe: "/r/undo.yaml" },
        { name: "exit", recipe: "/r/exit.yaml" },
      ],
      ["exit"],
    );
    expect(found.commands.map(({ name, description }) => [name, description])).toEqual([
      ["review", "The recipe /r/review.yaml"],
    ]);
    expect(found.taken.map(({ name }) => name)).toEqual(["undo", "exit"]);
  });
});

describe("a command that is run in a live session", () => {
  async function talked(...turns: Parameters<typeof hostWith>[1]) {
    const folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, turns);
    const session = await host.open({ cwd: folder.path, attended: false, overrides: { mode: "auto" } });
    const commands = checkedResults(await commandsOf(host, folder.path));
    return {
      session,
      entries: () => host.sessions.entries(session.id),
      path: folder.path,
      run: (name: string, argument = "", ask?: AskUser) =>
        commands.run({ name, argument }, session, ask && { ask }),
      async [Symbol.asyncDispose]() {
        await host.close();
        await folder[Symbol.asyncDispose]();
      },
    };
  }

  it("lists background jobs, and ends one", async () => {
    const start: AssistantPart = {
      type: "tool-call",
      id: "1",
      name: "shell",
      input: { command: "sleep 60", background: true },
    };
    await using at = await talked([start], [text("It runs.")]);
    expect(await at.run("jobs")).toEqual({ kind: "jobs", jobs: [] });
    await (
      await at.session.send("start it")
    ).result;
    expect(await at.run("jobs")).toMatchObject({ kind: "jobs", jobs: [{ id: "1", command: "sleep 60" }] });
    await expect(at.run("jobs", "stop 1")).rejects.toMatchObject({
      message: '/jobs cannot do "stop 1".',
    });
    expect(await at.run("jobs", "end 1")).toMatchObject({
      jobs: [{ end: { by: "user" } }],
      ended: { id: "1", wasRunning: true },
    });
    expect(await at.run("jobs", "end 1")).toMatchObject({ ended: { wasRunning: false } });
  });

  it("runs a command of the user, whose output is kept without its secrets", async () => {
    await using at = await talked([text("One.")], [text("Two.")]);
    const token = `ghp_${"a1B2".repeat(9)}`;
    const early = await at.run("shell", `echo first ${token}`);
    expect(early).toMatchObject({ kind: "shell", end: { how: { code: 0 } } });
    const { result } = await at.session.send("what was that?");
    await result;
    await at.run("shell", `echo second ${token}; exit 4`);
    const entries = await collectEntries(at.entries());
    expect(entries.at(-1)).toMatchObject({ kind: "notice", audience: "both", run: null });
    const kept = JSON.stringify(entries);
    expect(kept).toContain("echo first");
    expect(kept).toContain("(exit code 4)");
    expect(kept).not.toContain(token);
  });

  it("comes to data: what was undone, where to go, what to send", async () => {
    await using at = await talked([text("Hello.")], [text("Done.")]);
    const { id } = at.session;
    await (
      await at.session.send("hello")
    ).result;
    await (
      await at.session.send("make a mess")
    ).result;
    expect(await at.run("undo")).toMatchObject({ kind: "rewound", by: "undo", text: "make a mess" });
    expect(await at.run("cost")).toMatchObject({ kind: "costs", costs: { requests: 2 } });
    expect(await at.run("mode", "plan")).toEqual({ kind: "mode", mode: "plan" });
    expect(at.session.settings().mode).toBe("plan");
    expect(await at.run("name", "Heron")).toEqual({ kind: "name", name: "Heron", isChanged: true });
    expect(await at.run("name")).toEqual({ kind: "name", name: "Heron", isChanged: false });
    expect(await at.run("queue", "later")).toEqual({ kind: "send", text: "later", when: "next" });
    const forked = await at.run("fork");
    expect(forked).toMatchObject({ kind: "go-to", how: "fork", parent: id });
    expect(await at.run("resume", "1")).toMatchObject({
      kind: "go-to",
      how: "resume",
      session: "session" in forked ? forked.session : undefined,
    });
  });

  it("rewinds to before the message that is named with the files, without them, or only them", async () => {
    const write = (id: string, content: string): readonly AssistantPart[] => [
      { type: "tool-call", id, name: "write", input: { path: "a.txt", content } },
    ];
    await using at = await talked(
      write("c1", "one"),
      [text("First.")],
      write("c2", "two"),
      [text("Second.")],
      [text("Third.")],
    );
    const file = join(at.path, "a.txt");
    for (const said of ["write one", "write two", "thank you"]) {
      const { result } = await at.session.send(said);
      await result;
    }
    await expect(at.run("rewind", "4")).rejects.toMatchObject({
      hint: "Name it by its number, the last message is 1:\n1. thank you\n2. write two\n3. write one",
    });
    expect(await at.run("rewind")).toMatchObject({
      kind: "rewind-points",
      points: [
        { text: "thank you" },
        { text: "write two", diff: { files: [{ path: file, text: { added: 1, removed: 1 } }] } },
        { text: "write one", diff: { files: [{ path: file, text: { added: 1, removed: 0 } }] } },
      ],
    });
    const kept = await at.run("rewind", "2 conversation");
    expect(kept).toMatchObject({ kind: "rewound", by: "rewind", text: "write two" });
    expect(await readFile(file, "utf8")).toBe("two");
    await at.run("redo");
    const filesOnly = await at.run("rewind", "2 files");
    expect(filesOnly).toMatchObject({ kind: "rewound", by: "files" });
    expect(filesOnly).not.toHaveProperty("text");
    expect(await readFile(file, "utf8")).toBe("one");
    expect(await at.run("rewind")).toMatchObject({ points: { length: 3 } });
    await at.run("redo");
    expect(await readFile(file, "utf8")).toBe("two");
    await at.run("rewind", "2");
    expect(await readFile(file, "utf8")).toBe("one");
    expect(await at.run("rewind")).toMatchObject({ points: { length: 1 } });
  });

  it("waits for the end of a run when it changes the session, and says when there is none of that name", async () => {
    await using at = await talked([shell("c1", "sleep 30")], [text("Done.")]);
    const { result } = await at.session.send("wait");
    expect(await at.run("undo")).toEqual({ kind: "must-wait", name: "undo" });
    expect(await at.run("mdoe")).toEqual({ kind: "unknown-command", name: "mdoe", guess: "mode" });
    for await (const { type } of at.session.events()) if (type === "tool-start") break;
    at.session.interrupt();
    await result;
    expect(await at.run("continue")).toEqual({ kind: "go-on" });
    expect(await at.run("cancel", "reviewer")).toMatchObject({ kind: "which-subagent", found: 0 });
  });

  it("rejects with what is wrong, without words of one face", async () => {
    await using at = await talked();
    await expect(at.run("undo")).rejects.toThrow("Nothing to undo: the conversation is empty.");
    await expect(at.run("mode", "atuo")).rejects.toThrow('There is no mode "atuo".');
    await expect(at.run("resume", "herons")).rejects.toThrow('There is no session named "herons".');
  });

  it("keeps messages waiting while it has the session alone", async () => {
    await using at = await talked([text("One.")], [text("Two.")]);
    await (
      await at.session.send("1")
    ).result;
    const undoing = at.run("undo");
    const { result } = await at.session.send("2");
    expect((await undoing).kind).toBe("rewound");
    expect(await result).toMatchObject({ outcome: "done", text: "Two." });
  });
});
