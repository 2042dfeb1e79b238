import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { collect, temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { openSessions, type Sessions } from "../../src/index.ts";
import { done, setUp, shell } from "../set-up.ts";

async function recorded(folder: string): Promise<string> {
  const { runtime, settings } = setUp(folder, [shell("1", "echo needle-in-output"), done, done]);
  await using _ = runtime;
  const { agent } = await runtime.open(settings);
  await agent.run("find the haystack").result;
  await agent.run("again").result;
  return agent.session;
}

async function exported(sessions: Sessions, session: string, path: string): Promise<void> {
  const { pieces } = await sessions.export(session, { format: "json" });
  await writeFile(path, pieces);
}

describe("a session that is moved", () => {
  it("comes out of a file as it went in, and can be told from the first", async () => {
    await using folder = await temporaryFolder();
    await using there = await temporaryFolder();
    const session = await recorded(folder.path);
    const file = join(folder.path, "session.json");
    await using sessions = openSessions(folder.path);
    await using others = openSessions(there.path);
    await exported(sessions, session, file);
    const redactor = { redact: same, restore: same, stream: () => ({ push: same, end: () => "" }) };
    const moved = await others.import(file, { redactor });
    expect(moved).toMatchObject({ session, format: "skein", warnings: [] });
    expect(await collect(others.entries(session))).toEqual(await collect(sessions.entries(session)));
    expect(await others.context(session)).toEqual(await sessions.context(session));
    const again = await others.import(file, { redactor });
    expect(again.session).not.toBe(session);
    expect(again.warnings[0]).toContain(session);
  });

  it("has its secrets taken out on the way in, and a vendor's signed bytes left alone", async () => {
    await using folder = await temporaryFolder();
    await using there = await temporaryFolder();
    const session = await recorded(folder.path);
    const file = join(folder.path, "session.json");
    await using sessions = openSessions(folder.path);
    await using others = openSessions(there.path);
    const entries = await collect(sessions.entries(session));
    const sidecar = { provider: "p", model: "m", data: { signature: "haystack" } };
    const signed = { type: "thinking", text: "the haystack", sidecar } as const;
    const changed = entries.map((entry) =>
      entry.kind === "assistant-message" ? { ...entry, content: [signed, ...entry.content] } : entry,
    );
    await exported(sessions, session, file);
    const bundle = JSON.parse(await readFile(file, "utf8")) as object;
    await writeFile(file, JSON.stringify({ ...bundle, entries: changed }));
    const hide = (text: string) => text.replaceAll("haystack", "__SECRET__");
    const redactor = { redact: hide, restore: same, stream: () => ({ push: same, end: () => "" }) };
    await others.import(file, { redactor });
    const text = JSON.stringify(await collect(others.entries(session)));
    expect(text).toContain("find the __SECRET__");
    expect(text).toContain("the __SECRET__");
    expect(text.match(/haystack/g)).toHaveLength(3); // one signature for each reply
  });

  it("is found by what was said and done, by words of a name too", async () => {
    await using folder = await temporaryFolder();
    const session = await recorded(folder.path);
    await using sessions = openSessions(folder.path);
    await sessions.rename(session, "Straw and steel");
    expect((await sessions.search("haystack"))[0]).toMatchObject({ session, role: "user" });
    expect((await sessions.search("needle-in-output")).map(({ role }) => role)).toContain("tool");
    expect((await sessions.search("steel"))[0]).toMatchObject({ session });
    expect(await sessions.search("nothing-like-it")).toEqual([]);
  });

  it("replays from the store and from a file without a model, a tool or a difference", async () => {
    await using folder = await temporaryFolder();
    const session = await recorded(folder.path);
    const file = join(folder.path, "session.json");
    await using sessions = openSessions(folder.path);
    await exported(sessions, session, file);
    for (const recording of [{ session }, { path: file }]) {
      const replay = await sessions.replay(recording);
      expect(replay).toMatchObject({ runs: 2, requests: 3, equal: 3, differences: [], drift: [] });
    }
    const changed = await sessions.replay(
      { session },
      { context: (blob) => ({ ...blob, system: blob.system.replace(/.$/s, "!") }) },
    );
    expect(changed.equal).toBe(0);
    expect(changed.differences[0]?.difference).toContain("/system");
  });

  it("says what is wrong with a file", async () => {
    await using folder = await temporaryFolder();
    await using sessions = openSessions(folder.path);
    const file = join(folder.path, "notes.txt");
    await writeFile(file, "not a session");
    const redactor = { redact: same, restore: same, stream: () => ({ push: same, end: () => "" }) };
    await expect(sessions.import(file, { redactor })).rejects.toMatchObject({ name: "ConfigError" });
    await expect(sessions.replay({ path: file })).rejects.toMatchObject({ name: "ConfigError" });
    await expect(sessions.replay({ path: join(folder.path, "none") })).rejects.toMatchObject({
      name: "ConfigError",
    });
    expect(await readFile(file, "utf8")).toBe("not a session");
  });
});

function same(text: string): string {
  return text;
}
