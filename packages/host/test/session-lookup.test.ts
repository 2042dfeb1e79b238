import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError, SessionError, SkeinError } from "@skein/protocol";
import type { ListedSession } from "@skein/sessions";
import { hostWith, text } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import {
  chosenSession,
  findSession,
  importedObject,
  importSessions,
  listedObject,
  machineSessions,
  sessionName,
  sessionsNamed,
  wasImportedBefore,
  withSubagentFiles,
} from "../src/sessions.ts";

const line = (session: string, more: object = {}): ListedSession =>
  ({ session, summary: { cwd: "/work", ...more } }) as unknown as ListedSession;
const find = (listed: readonly ListedSession[], wanted?: string, cwd = "/work") =>
  findSession({ sessions: { list: async () => listed } }, wanted, cwd);

describe("a session that somebody names", () => {
  const child = line("20260103-c", { name: "child", child: { session: "20260102-b", callId: "x" } });
  const listed = [
    child,
    line("20260102-b", { name: "heron" }),
    line("20260101-a", { name: "heron", cwd: "/other" }),
    line("20250101-z", { name: "child", cwd: "/other" }),
  ];

  it("is the one with the id, the only one whose id begins so, or the newest of the name", async () => {
    expect(await find(listed, "20260101-a")).toBe("20260101-a");
    expect(await find(listed, "2025")).toBe("20250101-z");
    expect(await find(listed, "heron")).toBe("20260102-b");
  });

  it("is a subagent's only when no other has the name", async () => {
    expect(await find(listed, "child")).toBe("20250101-z");
    expect(await find(listed.slice(0, 3), "child")).toBe("20260103-c");
  });

  it("is the last one of the folder without a word, and no subagent's", async () => {
    expect(await find(listed)).toBe("20260102-b");
    expect(await find(listed, undefined, "/other")).toBe("20260101-a");
    await expect(find(listed, undefined, "/nowhere")).rejects.toMatchObject({
      name: "SessionError",
      code: "not-found",
      message: "No session was held in /nowhere yet.",
      nextStep: { do: "list-sessions" },
    });
  });

  it("is a damaged one too, if it is the last of the folder", async () => {
    expect(await find([{ session: "d", damaged: "torn", cwd: "/work" }, ...listed])).toBe("d");
    await expect(find([{ session: "d", damaged: "torn" }, ...listed])).rejects.toMatchObject({
      code: "damaged",
    });
  });

  it("is not guessed where several begin so", async () => {
    await expect(find(listed, "2026")).rejects.toMatchObject({
      code: "not-found",
      message: "3 sessions begin with 2026.",
      hint: "Give more of the id: 20260103-c, 20260102-b, 20260101-a",
    });
    const many = ["a1", "a2", "a3", "a4"].map((id) => line(id));
    await expect(find(many, "a")).rejects.toMatchObject({ hint: "Give more of the id: a1, a2, a3" });
  });

  it("is missed with a guess of its name, where one is near", async () => {
    await expect(find(listed, "herno")).rejects.toMatchObject({
      code: "not-found",
      message: 'There is no session "herno".',
      hint: 'Did you mean "heron"?',
      nextStep: { do: "list-sessions" },
    });
    await expect(find(listed, "")).rejects.toMatchObject({ code: "not-found", hint: undefined });
  });

  it("is one of several, each once, in the order of the words", async () => {
    const named = await sessionsNamed(listed, ["2025", "heron", "20260102-b", undefined], "/work");
    expect(named.map(({ session }) => session)).toEqual(["20250101-z", "20260102-b"]);
    await expect(sessionsNamed(listed, ["heron", "none"], "/work")).rejects.toThrow(SessionError);
  });
});

describe("a listed session", () => {
  it("is an object for programs, with null for what is unknown", () => {
    const object = listedObject(
      line("a", { startedAt: 1, isRewound: false, costUsd: 2, hasUnknownCost: true }),
    );
    expect(object).toEqual({
      id: "a",
      name: null,
      cwd: "/work",
      startedAt: 1,
      lastAt: null,
      state: null,
      turns: null,
      provider: null,
      model: null,
      firstText: null,
      parent: null,
      child: null,
      worktree: null,
      isRewound: false,
      costUsd: 2,
      hasUnknownCost: true,
    });
    expect(listedObject({ session: "d", damaged: "torn" })).toEqual({
      id: "d",
      state: "damaged",
      problem: "torn",
    });
  });

  it("is resumed with what it used last; of a damaged one nothing is known", () => {
    const summary = { provider: "one", model: "m", effort: "low", recipe: "Paint", recipeSource: undefined };
    expect(chosenSession(line("a", summary))).toEqual({
      session: "a",
      provider: "one",
      model: "m",
      effort: "low",
      cwd: "/work",
      worktree: undefined,
      recipe: { title: "Paint", source: undefined },
    });
    expect(chosenSession({ session: "d", damaged: "torn", cwd: "/work" })).toMatchObject({
      session: "d",
      cwd: undefined,
      recipe: {},
    });
  });

  it("is written with its subagents, each into a file beside its own", () => {
    const below = line("b", { child: { session: "a", callId: "x" } });
    const files = withSubagentFiles([below, line("a"), line("z")], { session: "a", path: "/out/one.jsonl" });
    expect(files).toEqual([
      { session: "a", path: "/out/one.jsonl" },
      { session: "b", path: join("/out", "one.b.jsonl") },
    ]);
  });
});

describe("the name of a session", () => {
  it("is one line of 1 to 200 characters", () => {
    expect(sessionName("  two\nlines ")).toBe("two lines");
    expect(sessionName("x".repeat(200))).toHaveLength(200);
    for (const [name, message] of [
      [" \n ", "A name needs a letter or more."],
      ["x".repeat(201), "That name is too long."],
    ] as const)
      expect(() => sessionName(name)).toThrow(expect.objectContaining({ code: "usage", message }));
  });
});

describe("files of sessions", () => {
  it("are imported one after the other, and a bad one does not keep the next from it", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, [[text("Hello.")]]);
    await using _ = host;
    const session = await host.open({ cwd: folder.path, attended: false });
    await (
      await session.send("hi")
    ).result;
    await session.close();
    const good = join(folder.path, "good.json");
    await writeFile(good, (await host.sessions.export(session.id, { format: "json" })).pieces);
    await using sessions = await machineSessions(host.machine);
    const bad = join(folder.path, "bad.json");
    await writeFile(bad, "{}\n");
    const redactor = { redact: (said: string) => said } as never;
    const told: string[] = [];
    const ends = await importSessions(sessions, [{ path: bad }, { path: good }], {
      redactor,
      onEnd: ({ file }) => void told.push(file.path),
    });
    expect(told).toEqual([bad, good]);
    expect(ends[0]).toMatchObject({ file: { path: bad } });
    expect(ends[0]?.error).toBeDefined();
    expect(ends[1]?.imported?.session).toBeDefined();
    const object = importedObject(ends, () => ({ code: "usage", message: "No." }));
    expect(object).toMatchObject({
      imported: [{ id: ends[1]?.imported?.session, path: good }],
      failed: [{ path: bad, code: "usage", message: "No." }],
    });
  });

  it("were imported before when nothing but their use is wrong", () => {
    const file = { path: "/a" };
    expect(wasImportedBefore({ file, error: new ConfigError("usage", "There is one.") })).toBe(true);
    expect(wasImportedBefore({ file, error: new ConfigError("unreadable", "No.") })).toBe(false);
    expect(wasImportedBefore({ file, error: new SessionError("damaged", "Torn.") })).toBe(false);
    expect(wasImportedBefore({ file, error: new SkeinError("usage", "Not of the command.") })).toBe(false);
    expect(wasImportedBefore({ file })).toBe(false);
  });

  it("throw what is a defect", async () => {
    const sessions = { import: () => Promise.reject(new TypeError("a defect")) } as never;
    const options = { redactor: {} as never, onEnd: () => undefined };
    await expect(importSessions(sessions, [{ path: "/a" }], options)).rejects.toThrow(TypeError);
  });
});
