import { commandsOf } from "../src/index.ts";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { scriptedModel } from "@skein/provider-replay";
import type { AgentEvent } from "@skein/protocol";
import { checkedResults } from "./checked-results.ts";
import { hostWith, machineOf, text } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { followRun } from "@skein/session-processes/background";
import { recipeFiles } from "../src/files/recipe-files.ts";
import { openHost } from "@skein/host";

const never = new AbortController().signal;

describe("a run that is on", () => {
  it("is told from its beginning to its end", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, [[text("Hello.")]], { delayMs: 200 });
    const session = await host.open({ cwd: folder.path, attended: false });
    const { result } = await session.send("hello");
    const events: AgentEvent[] = [];
    const followed = await followRun(session, never, (event) => void events.push(event));
    expect(followed).toMatchObject({ outcome: "done", text: "Hello." });
    expect((await result).outcome).toBe("done");
    const types = events.map(({ type }) => type);
    expect(types).toContain("run-start");
    expect(types.at(-1)).toBe("outcome");
    await host.close();
  });

  it("is nothing to follow when it has ended", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, [[text("Hello.")]]);
    const session = await host.open({ cwd: folder.path, attended: false });
    await (
      await session.send("hello")
    ).result;
    expect(await followRun(session, never, () => expect.unreachable())).toBeUndefined();
    await host.close();
  });

  it("keeps commands waiting that change what it runs with", async () => {
    await using folder = await temporaryFolder();
    const style = join(folder.path, "home/config/output-styles/terse.md");
    mkdirSync(dirname(style), { recursive: true });
    writeFileSync(style, "---\ndescription: Few words\n---\nUse few words.\n");
    const { host } = await hostWith(folder.path, [[text("Hello.")]], { delayMs: 300 });
    const session = await host.open({ cwd: folder.path, attended: false });
    const commands = checkedResults(await commandsOf(host, folder.path));
    const { result } = await session.send("hello");
    for (const name of ["output-style", "undo", "compact"]) {
      expect(await commands.run({ name, argument: "" }, session)).toEqual({ kind: "must-wait", name });
    }
    await result;
    expect(await commands.run({ name: "output-style", argument: "" }, session)).toEqual({
      kind: "output-styles",
      current: undefined,
      styles: [{ name: "terse", description: "Few words" }],
    });
    await host.close();
  });
});

describe("a session that is resumed from another one", () => {
  it("is named by its id, by its number or by its name", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, [[text("One.")], [text("Two.")], [text("Three.")]]);
    const open = async (name: string) => {
      const session = await host.open({ cwd: folder.path, attended: false });
      await (
        await session.send(name)
      ).result;
      await session.rename(name);
      return session;
    };
    const first = await open("first");
    const second = await open("second");
    const here = await host.open({ cwd: folder.path, attended: false });
    const commands = checkedResults(await commandsOf(host, folder.path));
    const resume = (argument: string) => commands.run({ name: "resume", argument }, here);
    expect(await resume(first.id)).toMatchObject({ kind: "go-to", how: "resume", session: first.id });
    expect(await resume(second.id)).toMatchObject({ session: second.id });
    expect(await resume("first")).toMatchObject({ session: first.id });
    expect(await resume("1")).toMatchObject({ session: second.id });
    expect(await resume("2")).toMatchObject({ session: first.id });
    expect(await resume("")).toMatchObject({ session: second.id });
    await expect(resume("third")).rejects.toThrow("third");
    await host.close();
  });
});

describe("the recipes of a folder", () => {
  it("are commands by the names of their files, where one can type them", async () => {
    await using folder = await temporaryFolder();
    const put = (name: string, content: string) => {
      const file = join(folder.path, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    };
    put("config/recipes/Review.yaml", "title: My review\n");
    put("config/recipes/plan.json", '{\n  "title": "A plan",\n  "prompt": "p"\n}');
    put("config/recipes/quoted.yml", "version: 1\ntitle: 'In quotes'\n");
    put("config/recipes/bare.yaml", "prompt: p\n");
    put("config/recipes/old.yaml.bak", "title: Old\n");
    put("config/recipes/two words.yaml", "title: Two\n");
    put("config/recipes/notes.txt", "title: Notes\n");
    put("project/.skein/recipes/own.yaml", `# ${"x".repeat(4000)}\ntitle: Too late\n`);
    const places = { project: [join(folder.path, "project")], config: join(folder.path, "config") };
    const found = await recipeFiles(places as never);
    expect(found.map(({ name, title }) => [name, title])).toEqual([
      ["review", "My review"],
      ["bare", undefined],
      ["plan", "A plan"],
      ["quoted", "In quotes"],
      ["own", undefined],
    ]);
  });
});

describe("what a model is asked with", () => {
  it.each([
    [{}, {}],
    [{ SKEIN_TOOL_CHOICE: "required" }, { toolChoice: "required" }],
    [{ SKEIN_TEMPERATURE: "0.5" }, { temperature: 0.5 }],
  ])("comes from the environment %j", async (env, options) => {
    await using folder = await temporaryFolder();
    const model = scriptedModel([[text("Fine.")]], { id: "m" });
    const provider = {
      id: "scripted",
      model: () => model,
      models: async () => [],
      prepare: async () => undefined,
      check: async () => undefined,
    };
    const scripted = { load: async () => provider, description: "", keyVariables: [], defaultModel: "m" };
    const machine = machineOf(folder.path, { SKEIN_PROVIDER: "scripted", ...env });
    const host = await openHost({ ...machine, providers: { scripted } });
    const session = await host.open({ cwd: folder.path, attended: false });
    expect(session.settings().options ?? {}).toMatchObject(options);
    expect(Object.keys(session.settings().options ?? {}).filter((key) => key === "toolChoice")).toHaveLength(
      "toolChoice" in options ? 1 : 0,
    );
    await host.close();
  });
});
