import { commandsOf, readCommandLine } from "../src/index.ts";
import { describe, expect, it } from "vitest";
import type { LiveSession } from "@skein/host";
import { twoFolders } from "./two-folders.ts";

async function said(session: LiveSession, input = "Who are you?"): Promise<string> {
  const { outcome, text } = await (await session.send(input)).result;
  return outcome === "done" ? (text ?? "") : outcome;
}

const open = (provider: string) => ({ attended: false, overrides: { provider, mode: "auto" } });
const unknown = { code: "unknown-provider" };

describe("providers that projects define", () => {
  it("answer in their own folder alone when two folders give the same id to different servers", async () => {
    await using at = await twoFolders();
    const left = await at.host.open({ cwd: at.left, ...open("same") });
    const right = await at.host.open({ cwd: at.right, ...open("same") });
    expect(await Promise.all([said(left), said(right)])).toEqual(["from-left", "from-right"]);
    const again = await at.host.open({ cwd: at.left, ...open("same") });
    expect(await said(again)).toBe("from-left");
    expect(at.notices).toEqual([]);
  });

  it("are neither offered nor usable in another folder, whichever was opened first", async () => {
    await using at = await twoFolders();
    const left = await at.host.open({ cwd: at.left, ...open("lefts") });
    const right = await at.host.open({ cwd: at.right, ...open("rights") });
    expect(await Promise.all([said(left), said(right)])).toEqual(["from-left", "from-right"]);
    for (const [session, own, foreign] of [
      [left, "lefts", "rights"],
      [right, "rights", "lefts"],
    ] as const) {
      const { cwd } = session.settings();
      const offered = Object.keys(at.host.providersIn(cwd).known);
      expect(offered).toEqual(expect.arrayContaining(["openai", "mine", "same", own]));
      expect(offered).not.toContain(foreign);
      await expect(session.setModel(foreign, "m")).rejects.toMatchObject(unknown);
      const stranger = await at.host.open({ cwd, ...open(foreign) });
      await expect(stranger.send("hello")).rejects.toMatchObject(unknown);
    }
  });

  it("are what a change of the model and a fork find, and what a user defines is there in both", async () => {
    await using at = await twoFolders();
    const left = await at.host.open({ cwd: at.left, ...open("mine") });
    const right = await at.host.open({ cwd: at.right, ...open("mine") });
    expect(await Promise.all([said(left), said(right)])).toEqual(["from-left", "from-left"]);
    for (const session of [left, right]) await session.setModel("same", "m");
    expect(await Promise.all([said(left), said(right)])).toEqual(["from-left", "from-right"]);
    expect(await said(await right.fork())).toBe("from-right");
  });

  it("are what commands of the folder know, also when they were asked for before a session", async () => {
    await using at = await twoFolders();
    const commands = await commandsOf(at.host, at.right);
    await at.host.open({ cwd: at.left, ...open("lefts") });
    const right = await at.host.open({ cwd: at.right, ...open("same") });
    const line = (words: string) => readCommandLine(words)!;
    expect(await commands.run(line("/model rights"), right)).toMatchObject({
      provider: "rights",
      model: "m",
    });
    // What is no provider here is the name of a model.
    expect(await commands.run(line("/model lefts"), right)).toMatchObject({
      provider: "rights",
      model: "lefts",
    });
  });

  it("are what subagents can be given", async () => {
    await using at = await twoFolders();
    const left = await at.host.open({ cwd: at.left, ...open("lefts") });
    const right = await at.host.open({ cwd: at.right, ...open("rights") });
    expect(await said(left, "delegate to same")).toContain("from-left");
    expect(await said(right, "delegate to same")).toContain("from-right");
    expect(await said(right, "delegate to lefts")).not.toContain("from-left");
  });

  it("answer in a session that is resumed after another folder was opened", async () => {
    await using at = await twoFolders();
    const first = await at.host.open({ cwd: at.right, ...open("same") });
    expect(await said(first)).toBe("from-right");
    await first.close();
    expect(await said(await at.host.open({ cwd: at.left, ...open("same") }))).toBe("from-left");
    const resumed = await at.host.open({ cwd: at.right, attended: false, session: first.id });
    expect(resumed.settings()).toMatchObject({ provider: "same", model: "m" });
    expect(await said(resumed)).toBe("from-right");
  });
});
