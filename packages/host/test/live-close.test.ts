import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { trustStore } from "@skein/settings";
import { hostWith, machineOf, text } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import type { LiveSession, SessionSharing } from "../src/index.ts";
import { memoryProposals } from "../src/memory.ts";

const note = (said: string, project = false) => ({ category: "style", text: said, project });
const run = async (session: LiveSession, input: string) => (await session.send(input)).result;

describe("the end of a session", () => {
  async function proposedBy(notes: readonly object[], { isOn = true, hasRun = true } = {}) {
    await using folder = await temporaryFolder();
    const setting = `memoryProposals: ${isOn ? "on" : "off"}\n`;
    machineOf(folder.path, {}, { "home/config/config.yaml": setting });
    const turns = [[text("Done.")], [text(JSON.stringify(notes))]];
    const { host, notices } = await hostWith(folder.path, turns);
    await using _ = host;
    const session = await host.open({ cwd: folder.path, attended: false });
    if (hasRun) await run(session, "go");
    await session.close();
    const kept = await memoryProposals(host.machine);
    return {
      kept: kept.map(({ text: said, scope }) => `${scope}: ${said}`),
      isHere: kept.every(({ cwd, id }) => cwd === folder.path && id.startsWith(session.id)),
      told: notices.filter(({ nextStep }) => nextStep?.do === "decide-memories").map((one) => one.text),
    };
  }

  it("proposes what later sessions should know, and tells of it", async () => {
    expect(await proposedBy([note("Use tabs."), note("Run make.", true)])).toEqual({
      kept: ["user: Use tabs.", "project: Run make."],
      isHere: true,
      told: ["2 notes are proposed for the memory."],
    });
    expect(await proposedBy([note("Use tabs.")])).toMatchObject({
      told: ["A note is proposed for the memory."],
    });
  });

  it.each([
    ["has nothing to say", [], {}],
    ["is not asked", [note("Use tabs.")], { isOn: false }],
    ["has not run", [note("Use tabs.")], { hasRun: false }],
  ] as const)("proposes nothing when it %s", async (_name, notes, given) => {
    expect(await proposedBy(notes, given)).toEqual({ kept: [], isHere: true, told: [] });
  });

  it("withdraws the socket before the events end, and closes it after them", async () => {
    await using folder = await temporaryFolder();
    const happened: string[] = [];
    const shareSessions = (): SessionSharing => ({
      ownerSocket: () => ({
        open: async () => void happened.push("open"),
        withdraw: async () => void happened.push("withdrawn"),
        close: async () => void happened.push("closed"),
      }),
      attach: async () => undefined,
      answer: async () => undefined,
    });
    const { host } = await hostWith(folder.path, [[text("One.")]], { shareSessions });
    await using _ = host;
    const session = await host.open({ cwd: folder.path, attended: false });
    const reading = (async () => {
      for await (const news of session.events(Infinity))
        if (news.type === "outcome") happened.push("outcome");
      happened.push("events ended");
    })();
    await run(session, "one");
    await Promise.all([session.close(), session.close()]);
    await reading;
    expect(happened.slice(0, 3)).toEqual(["open", "outcome", "withdrawn"]);
    expect(happened.slice(3).toSorted()).toEqual(["closed", "events ended"]);
    const kept = await host.open({ cwd: folder.path, attended: false, keep: "memory" });
    happened.length = 0;
    await kept.close();
    expect(happened).toEqual([]);
  });
});

describe("opening a session", () => {
  it("tells what does not count, and needs a folder only for a new one", async () => {
    await using folder = await temporaryFolder();
    const { host, notices } = await hostWith(folder.path, []);
    await using _ = host;
    const missing = join(folder.path, "missing");
    await expect(host.open({ cwd: missing, attended: false })).rejects.toMatchObject({ name: "ConfigError" });
    const id = "20260101-000000-abcdef";
    expect((await host.open({ cwd: missing, attended: false, session: id })).id).toBe(id);
    expect(host.live()).toEqual([id]);
    machineOf(folder.path, {}, { "project/.git/HEAD": "", "project/.skein/config.yaml": "mode: auto\n" });
    const project = join(folder.path, "project");
    await trustStore(host.machine.directories.data).add(project);
    writeFileSync(join(project, ".skein/config.yaml"), "mode: plan\n");
    await host.open({ cwd: project, attended: false });
    expect(notices.map(({ nextStep }) => nextStep)).toContainEqual({ do: "trust-folder", folder: project });
  });

  it("offers questions to the model only where somebody may answer", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, []);
    await using _ = host;
    const toolsOf = async (attended: boolean, hasProfile = true) => {
      const session = await host.open({ cwd: folder.path, attended, hasProfile });
      const { tools } = await session.prepare();
      await session.close();
      return tools;
    };
    expect(await toolsOf(true)).toContain("ask_user");
    expect(await toolsOf(false)).not.toContain("ask_user");
    expect(await toolsOf(true, false)).toEqual([]);
  });
});

it("a session's own recipe that is lost leaves it to be read, and says why in each try", async () => {
  await using folder = await temporaryFolder();
  const cwd = folder.path;
  const file = join(cwd, "paint.yaml");
  writeFileSync(file, "title: Paint\ndescription: d\nextensions: []\nprompt: Paint it\n");
  const { host } = await hostWith(cwd, [[text("Painted.")]]);
  await using _ = host;
  const wish = { recipe: file, cwd, folder: cwd, params: {}, subRecipes: [], trustHashes: [] };
  const recipe = await host.openRecipe(wish);
  const session = await host.open({ cwd, attended: false, recipe });
  await run(session, "go");
  await session.close();
  writeFileSync(file, "title: [\n");
  const again = await host.open({ cwd, attended: false, session: session.id });
  const types = [];
  for await (const news of again.events()) {
    types.push(news.type === "entry" ? news.entry.kind : news.type);
    if (types.at(-1) === "outcome") break;
  }
  expect(types).toContain("assistant-message");
  const refused = { name: "ConfigError" };
  await expect(again.send("on")).rejects.toMatchObject(refused);
  await expect(again.steer("on")).rejects.toMatchObject(refused);
  await expect(again.fork()).rejects.toMatchObject(refused);
  await expect(again.compact()).rejects.toMatchObject(refused);
  expect(() => again.other({ session: "s" })).toThrow(expect.objectContaining(refused));
});
