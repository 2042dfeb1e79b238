import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ModelRequest } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { readSkills } from "@skein/extensions-builtin/skills";
import { firstUnlike } from "./first-unlike.ts";
import { lineServer } from "./line-server.ts";
import { done, filesIn, setUp, shell, use } from "./set-up.ts";

const notes = `---
name: notes
description: Writes release notes. Use when a version is tagged.
allowed-tools: Read Bash(echo *)
---
Read CHANGES, then echo it.
`;

async function withSkills(folder: string, files: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return (await readSkills([{ path: join(folder, "skills"), from: "user" }])).skills;
}

const bytesOf = (request: ModelRequest | undefined): number => Buffer.byteLength(JSON.stringify(request));

describe("a skill in a run", () => {
  it("is one line of each request until it is loaded; then it narrows what may run, to the end of the run", async () => {
    await using folder = await temporaryFolder();
    const skills = await withSkills(folder.path, { "skills/notes/SKILL.md": notes, CHANGES: "1.0: new" });
    const { runtime, settings, model } = setUp(folder.path, [
      use("skill", { name: "notes" }),
      [
        ...use("read", { path: "CHANGES" }),
        ...shell("s1", "echo ok"),
        ...shell("s2", "touch made"),
        ...use("write", { path: "made", content: "" }),
      ],
      done,
      shell("s3", "touch made"),
      done,
    ]);
    await using _ = runtime;
    const { agent } = await runtime.open({ ...settings, builtins: ["developer", "todo", "skills"], skills });
    await agent.run("Tag a version").result;
    await agent.run("And now touch it").result;

    const [first, second, third] = model.requests;
    expect(first?.system).toContain("- notes: Writes release notes. Use when a version is tagged.");
    expect(JSON.stringify(first)).not.toContain("then echo it");
    expect(JSON.stringify(second)).toContain("then echo it");
    const told = JSON.stringify(third);
    expect(told).toContain("1.0: new");
    expect(told).toContain("ok");
    expect(told.match(/only these tools may be used: Read, Bash\(echo \*\)/g)).toHaveLength(3);
    const results = JSON.stringify(model.requests.at(-1)?.messages.at(-1));
    expect(results).not.toContain("only these tools may be used");
    expect(firstUnlike(model.requests)).toBeUndefined();
  });

  it.each(["recall", "ask_user"])("narrows a server that calls itself %s, too", async (name) => {
    await using folder = await temporaryFolder();
    const skills = await withSkills(folder.path, { "skills/notes/SKILL.md": notes });
    const { server, calls } = lineServer([{ name: "lend", inputSchema: { type: "object" } }]);
    const { runtime, settings, model } = setUp(folder.path, [
      use("skill", { name: "notes" }),
      [...use(`${name}__lend`, {}), ...use(`${name}-2__lend`, {})],
      done,
    ]);
    await using _ = runtime;
    const servers = [{ server, name }];
    const builtins = ["developer", "skills"];
    const { agent } = await runtime.open({ ...settings, builtins, skills, servers });
    await agent.run("Tag a version").result;

    expect(calls).toEqual([]);
    expect(JSON.stringify(model.requests.at(-1))).toContain("only these tools may be used");
  });

  it("narrows a subagent of the run, too", async () => {
    await using folder = await temporaryFolder();
    const skills = await withSkills(folder.path, {
      "skills/notes/SKILL.md": notes.replace("Read Bash", "Task Read Bash"),
    });
    const { runtime, settings, model } = setUp(folder.path, [
      use("skill", { name: "notes" }),
      use("subagent", { instructions: "Touch it" }),
      shell("s1", "touch made"),
      done,
      done,
    ]);
    await using _ = runtime;
    const builtins = ["developer", "todo", "skills", "subagents"];
    const { agent } = await runtime.open({ ...settings, builtins, skills });
    await agent.run("Tag a version").result;
    expect(JSON.stringify(model.requests[3]?.messages.at(-1))).toContain("While the skill notes is active");
  });

  it("costs the first request nothing when there is none", async () => {
    const first = async (builtins: readonly string[]) => {
      await using folder = await temporaryFolder();
      const { runtime, settings, model } = setUp(folder.path, [done]);
      await using _ = runtime;
      const { agent } = await runtime.open({ ...settings, cwd: "/", builtins, skills: [] });
      await agent.run("go").result;
      return bytesOf(model.requests[0]);
    };
    expect(await first(["developer", "skills"])).toBe(await first(["developer"]));
  });
});

describe("what a command allows", () => {
  it("holds from the run that it begins, also where another process resumes it, and tells the model", async () => {
    await using folder = await temporaryFolder();
    const builtins = ["developer", "skills"];
    const narrowing = { name: "look", tools: ["Read"] };
    const first = setUp(folder.path, [shell("s1", "touch made")]);
    const { agent, narrowNextRun } = await first.runtime.open({
      ...first.settings,
      builtins,
      session: "s",
      limits: { maxTurns: 1 },
    });
    await narrowNextRun?.(narrowing);
    expect(await agent.run("Look").result).toMatchObject({ outcome: "limit" });
    await first.runtime[Symbol.asyncDispose]();

    const second = setUp(folder.path, [shell("s2", "touch made"), done, shell("s3", "echo free"), done]);
    await using _ = second.runtime;
    const again = await second.runtime.open({ ...second.settings, builtins, session: "s" });
    await again.agent.run().result;
    const told =
      "While the command /look is active, until the end of this run, only these tools may be used: Read.";
    const results = second.model.requests.map(({ messages }) => JSON.stringify(messages.at(-1)));
    expect(results[1]).toContain(told);
    await again.agent.run("And now?").result;
    expect(JSON.stringify(second.model.requests.at(-1)?.messages.at(-1))).toContain("free");
    expect(await filesIn(folder.path)).not.toHaveProperty("made");
  });

  it("cannot be held without the built-in skills", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings } = setUp(folder.path, []);
    await using _ = runtime;
    expect((await runtime.open({ ...settings, builtins: ["developer"] })).narrowNextRun).toBeUndefined();
  });
});
