import { text } from "@skein/test-host";
import { describe, expect, it } from "vitest";
import { otherSessionCommands } from "../src/other-session-commands.ts";
import type { CommandScope } from "../src/command.ts";
import { chatWith } from "./chat-with.ts";

describe("/clear", () => {
  it.each([
    ["", {}],
    ["Herons", { name: "Herons" }],
  ])("goes to a new session: %j", async (name, named) => {
    const { run, session } = await chatWith();
    const result = await run("clear", name);
    expect(result).toEqual({
      kind: "go-to",
      how: "new",
      session: expect.stringMatching(/^\d{8}\S+$/) as string,
      ...named,
    });
    expect("session" in result && result.session).not.toBe(session.id);
  });
});

describe("/name", () => {
  it("shows the name that the first message gives", async () => {
    const { run, say } = await chatWith({ turns: [[text("One.")]] });
    await say("Count herons");
    expect(await run("name")).toEqual({ kind: "name", name: "Count herons", isChanged: false });
  });

  it("shows the name, and changes it", async () => {
    const { run, say, entries } = await chatWith({ turns: [[text("One.")]] });
    expect(await run("name")).toEqual({ kind: "name", name: undefined, isChanged: false });
    expect(await run("name", "Early")).toEqual({ kind: "name", name: "Early", isChanged: true });
    expect(await run("name")).toEqual({ kind: "name", name: "Early", isChanged: false });
    await say("Hello");
    expect(await run("name", "Late name")).toEqual({ kind: "name", name: "Late name", isChanged: true });
    expect(await run("name")).toEqual({ kind: "name", name: "Late name", isChanged: false });
    expect(await entries()).toContainEqual(expect.objectContaining({ kind: "name", name: "Late name" }));
  });
});

/** A session that another process could have left. */
const left = (session: string, summary: object = {}) => ({
  session,
  summary: { cwd: "/here", startedAt: 1, provider: "p", model: "m", ...summary },
});

/** What a command comes to where these sessions are there. */
function among(listed: readonly object[], name: string, argument = "") {
  const scope = {
    runtime: { sessions: { list: async () => listed } },
    providers: { known: { p: {} } },
    session: { settings: () => ({ session: "now", cwd: "/here" }) },
  } as unknown as CommandScope;
  return otherSessionCommands.find((one) => one.name === name)!.run(argument, scope);
}

const many = [
  left("now"),
  left("there-1", { cwd: "/there", name: "Away" }),
  ...Array.from({ length: 16 }, (_, at) => left(`here-${at + 1}`)),
  left("child", { child: { session: "now" } }),
];

describe("/sessions and /resume", () => {
  it("list fifteen others, those of this folder first", async () => {
    const listed = await among(many, "sessions");
    expect(listed.kind).toBe("sessions");
    const ids = "sessions" in listed ? listed.sessions.map(({ session }) => session) : [];
    expect(ids).toEqual(Array.from({ length: 15 }, (_, at) => `here-${at + 1}`));
    const broken = { session: "broken", damaged: "Line 3 is no entry." };
    expect(await among([broken, ...many.slice(0, 4)], "sessions")).toMatchObject({
      sessions: [{ session: "here-1" }, { session: "here-2" }, { session: "broken" }, { session: "there-1" }],
    });
    expect(await among([left("now")], "sessions")).toEqual({ kind: "sessions", sessions: [] });
  });

  it.each([
    ["", "here-1"],
    ["2", "here-2"],
    ["10", "here-10"],
    ["015", "here-15"],
    ["here-7", "here-7"],
    ["Away", "there-1"],
  ])("resume by number, id or name, otherwise the last of this folder: %j", async (argument, session) => {
    expect(await among(many, "resume", argument)).toEqual({
      kind: "go-to",
      how: "resume",
      session,
      model: { provider: "p", model: "m" },
    });
  });

  it("resume the last of the folder even where another one comes first", async () => {
    const listed = [left("there", { cwd: "/there" }), left("here")];
    expect(await among(listed, "resume")).toMatchObject({ session: "here" });
  });

  it.each([
    ["0", 'There is no session named "0".'],
    ["16", 'There is no session named "16".'],
    ["1000", 'There is no session named "1000".'],
    ["1a", 'There is no session named "1a".'],
    ["a1", 'There is no session named "a1".'],
    ["child", 'There is no session named "child".'],
  ])("find none by %s", async (argument, message) => {
    await expect(among(many, "resume", argument)).rejects.toMatchObject({ code: "not-found", message });
  });

  it("find none where the folder has none", async () => {
    const elsewhere = [left("there", { cwd: "/there" })];
    await expect(among(elsewhere, "resume")).rejects.toMatchObject({
      code: "not-found",
      message: expect.stringMatching(/^No session was held in \/here yet\./) as string,
    });
  });

  it.each([
    [{ provider: undefined }],
    [{ model: undefined }],
    [{ provider: "gone" }],
    [{ provider: "toString" }],
  ])("leave the model as it is where it is not known: %j", async (summary) => {
    expect(await among([left("one", summary)], "resume")).toEqual({
      kind: "go-to",
      how: "resume",
      session: "one",
    });
  });
});
