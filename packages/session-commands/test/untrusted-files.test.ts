import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { trustStore } from "@skein/settings";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { namedAgents, skillsHere, outputStylesHere } from "@skein/host/agents";
import { commandsOf } from "../src/commands-of.ts";
import { effectiveSettings } from "@skein/host/settings";
import { listTrusted, trustFileHere } from "@skein/host/trust";

const files = {
  ".skein/config.yaml": "maxTurns: 7\n",
  ".claude/skills/one/SKILL.md": "---\nname: one\ndescription: One.\n---\nDo.\n",
  ".claude/commands/go.md": "Go.",
  ".claude/output-styles/terse.md": "---\ndescription: Terse\n---\nBe terse.",
  ".skein/agents/helper.md": "---\nname: helper\ndescription: Helps.\n---\nHelp.",
};
type Name = keyof typeof files;

/** A trusted project, and what Skein reads in it. */
async function project(env: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder();
  const machine = machineOf(
    folder.path,
    { HOME: join(folder.path, "home"), ...env },
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`project/${name}`, text])),
  );
  const cwd = join(folder.path, "project");
  await trustStore(machine.directories.data).add(cwd);
  const read = async (): Promise<readonly string[]> => {
    const settings = await effectiveSettings(machine, cwd);
    const [skills, styles, agents, commands] = await Promise.all([
      skillsHere(machine, settings, cwd),
      outputStylesHere(machine, settings, cwd),
      namedAgents(settings),
      commandsOf({ machine, providersIn: () => ({}) } as unknown as Parameters<typeof commandsOf>[0], cwd),
    ]);
    const found: Record<Name, boolean> = {
      ".skein/config.yaml": settings.values.maxTurns === 7,
      ".claude/skills/one/SKILL.md": skills.skills.some(({ name }) => name === "one"),
      ".claude/commands/go.md": commands.list.some(({ name }) => name === "go"),
      ".claude/output-styles/terse.md": styles.styles.some(({ name }) => name === "terse"),
      ".skein/agents/helper.md": agents.agents.some(({ name }) => name === "helper"),
    };
    return Object.entries(found).flatMap(([name, isFound]) => (isFound ? [name] : []));
  };
  /** Writes the record that the sandbox writes after a command. */
  const leave = (path: string, aside?: string) => {
    const at = join(machine.directories.data, "sandbox", "untrusted");
    mkdirSync(at, { recursive: true });
    const hash = createHash("sha256")
      .update(readFileSync(aside ?? path))
      .digest("hex");
    const record = { path, reason: "what Skein loads and runs", hash, at: 1, ...(aside ? { aside } : {}) };
    writeFileSync(
      join(at, `${createHash("sha256").update(path).digest("hex")}.json`),
      JSON.stringify(record),
    );
  };
  return { machine, cwd, read, leave, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

describe("a file that a command has left", () => {
  it.each(Object.keys(files) as Name[])("is not read until it is trusted: %s", async (name) => {
    await using at = await project();
    expect(await at.read()).toEqual(Object.keys(files));
    at.leave(join(at.cwd, name));
    expect(await at.read()).toEqual(Object.keys(files).filter((other) => other !== name));
    expect((await listTrusted(at.machine)).untrustedFiles.map(({ path }) => path)).toEqual([
      join(at.cwd, name),
    ]);
    expect(await trustFileHere(at.machine, name, at.cwd)).toMatchObject({ path: join(at.cwd, name) });
    expect(await at.read()).toEqual(Object.keys(files));
    expect(await trustFileHere(at.machine, name, at.cwd)).toBeUndefined();
  });

  it("is reported where it is a config file", async () => {
    await using at = await project();
    const path = join(at.cwd, ".skein/config.yaml");
    at.leave(path);
    expect((await effectiveSettings(at.machine, at.cwd)).warnings).toEqual([
      `${path} is ignored: a command in the sandbox changed it. Read it, then trust the file.`,
    ]);
  });

  it("is read again when it has another content", async () => {
    await using at = await project();
    const name = ".claude/output-styles/terse.md";
    at.leave(join(at.cwd, name));
    writeFileSync(join(at.cwd, name), "---\ndescription: Mine\n---\nBe terse.");
    expect(await at.read()).toContain(name);
  });

  it("is put back where it was moved aside, but not over another one", async () => {
    await using at = await project();
    const [path, aside] = [join(at.cwd, ".zed/tasks.json"), join(at.cwd, "../aside/tasks.json")];
    mkdirSync(dirname(aside));
    writeFileSync(aside, "tasks");
    at.leave(path, aside);
    mkdirSync(dirname(path));
    writeFileSync(path, "mine");
    await expect(trustFileHere(at.machine, ".zed/tasks.json", at.cwd)).rejects.toThrow(/already exists/);
    expect(readFileSync(path, "utf8")).toBe("mine");
    const other = join(at.cwd, ".envrc");
    at.leave(other, aside);
    expect(await trustFileHere(at.machine, ".envrc", at.cwd)).toMatchObject({ aside });
    expect(readFileSync(other, "utf8")).toBe("tasks");
    expect(existsSync(aside)).toBe(false);
  });
});

describe("a restricted machine", () => {
  it("uses nothing of a trusted project, whichever front end asks", async () => {
    await using at = await project({ SKEIN_RESTRICTED: "1" });
    expect(await at.read()).toEqual([]);
    const { files: read, project: used, warnings } = await effectiveSettings(at.machine, at.cwd);
    expect(read.map(({ layer }) => layer)).not.toContain("project");
    expect({ trust: used.trust, warnings }).toEqual({ trust: "restricted", warnings: [] });
  });

  it("does not read a project's config file, so that a broken one is no obstacle", async () => {
    await using at = await project({ SKEIN_RESTRICTED: "1" });
    writeFileSync(join(at.cwd, ".skein/config.yaml"), "mode: nonsense\n");
    expect((await effectiveSettings(at.machine, at.cwd)).values.mode).toBe("smart_approve");
  });
});
