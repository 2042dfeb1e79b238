import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import {
  decideProposals,
  forgetHere,
  memoriesHere,
  memoryFileFor,
  memoryFolders,
  memoryPlaces,
  memoryProposals,
  rememberHere,
} from "../src/memory.ts";
import { keepProposals } from "../src/memory/memory-proposals.ts";

const files = { "project/.git/HEAD": "" };

/** A user without a home folder, and a project. */
async function place(more: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder();
  const machine = machineOf(folder.path, {}, { ...files, ...more });
  const cwd = join(folder.path, "project");
  return { machine, cwd, path: folder.path, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}

describe("the folders with memories", () => {
  it("are the user's beside the config file, and the project's in its root", async () => {
    await using at = await place({ "project/src/a.ts": "" });
    const folders = memoryFolders(at.machine, join(at.cwd, "src"));
    expect(folders).toEqual({
      user: [join(at.path, "home/config/memory")],
      project: [join(at.cwd, ".agents/memory"), join(at.cwd, ".goose/memory")],
      projectRoot: at.cwd,
    });
    expect(memoryPlaces(at.machine, at.cwd)).toEqual([
      { scope: "user", folder: join(at.path, "home/config/memory") },
      { scope: "project", folder: join(at.cwd, ".agents/memory") },
    ]);
  });

  it("include Goose's in the home folder, which a second variable may name", async () => {
    await using at = await place();
    for (const name of ["HOME", "USERPROFILE"]) {
      const { env, directories } = at.machine;
      const machine = { directories, env: { ...env, [name]: at.path } };
      expect(memoryFolders(machine, at.cwd).user[1]).toBe(join(at.path, ".config/goose/memory"));
    }
  });

  it("have Goose's of the project first where it alone is there", async () => {
    await using at = await place({ "project/.goose/memory/a.txt": "one\n\n" });
    expect(memoryFolders(at.machine, at.cwd).project[0]).toBe(join(at.cwd, ".goose/memory"));
    await using both = await place({
      "project/.goose/memory/a.txt": "one\n\n",
      "project/.agents/memory/a.txt": "two\n\n",
    });
    expect(memoryFolders(both.machine, both.cwd).project[0]).toBe(join(both.cwd, ".agents/memory"));
  });
});

describe("what a user has remembered", () => {
  const holdsSecret = (text: string) => text.includes("hush");

  it("is written to the notes of the user or of the project", async () => {
    await using at = await place();
    for (const scope of ["user", "project"] as const)
      await rememberHere(at.machine, at.cwd, { scope, text: `For the ${scope}.`, holdsSecret });
    const found = await memoriesHere(at.machine, at.cwd);
    expect(found.map(({ category, scope, entries }) => [category, scope, entries[0]?.text])).toEqual([
      ["notes", "user", "For the user."],
      ["notes", "project", "For the project."],
    ]);
  });

  it("is neither long nor secret", async () => {
    await using at = await place();
    const remember = (text: string) => rememberHere(at.machine, at.cwd, { scope: "user", text, holdsSecret });
    await expect(remember("hush")).rejects.toMatchObject({ name: "ConfigError", code: "usage" });
    await expect(remember("x".repeat(4_001))).rejects.toMatchObject({
      code: "usage",
      message: "That is longer than 4000 bytes.",
    });
    expect(await memoriesHere(at.machine, at.cwd)).toEqual([]);
    expect(existsSync(await remember("x".repeat(4_000)))).toBe(true);
  });

  it("is forgotten by its text or by its category, wherever it is", async () => {
    await using at = await place({
      "home/config/memory/style.txt": "Tabs.\n\nShort names.\n\n",
      "project/.agents/memory/style.txt": "Tabs.\n\n",
      "project/.agents/memory/build.txt": "Use make.\n\n",
    });
    const forget = (category: string, text?: string) => forgetHere(at.machine, at.cwd, { category, text });
    await expect(forget("style", "Spaces.")).rejects.toMatchObject({
      code: "usage",
      message: "style has no such entry.",
      hint: "Give the exact text of the entry.",
    });
    await expect(forget("buidl")).rejects.toMatchObject({
      code: "usage",
      message: "Nothing is remembered in buidl.",
      hint: "Did you mean build?",
    });
    await expect(forget("weather")).rejects.toMatchObject({ hint: "There is style, build." });
    expect(await forget("style", "Tabs.")).toBe(2);
    expect(await forget("style")).toBe(1);
    expect(await forget("build")).toBe(1);
    await expect(forget("build")).rejects.toMatchObject({ hint: "There is nothing at all." });
  });

  it("is edited in the file that has it, or in a new one of the user's", async () => {
    await using at = await place({ "project/.agents/memory/build.txt": "Use make.\n\n" });
    const fileFor = (category: string) => memoryFileFor(at.machine, at.cwd, category);
    expect(await fileFor("build")).toBe(join(at.cwd, ".agents/memory/build.txt"));
    expect(await fileFor("style")).toBe(join(at.path, "home/config/memory/style.md"));
    expect(statSync(join(at.path, "home/config/memory")).isDirectory()).toBe(true);
    await expect(fileFor("../style")).rejects.toMatchObject({
      code: "usage",
      message: '"../style" is no category.',
    });
  });
});

describe("notes that are proposed for the memory", () => {
  const tabs = { category: "style", text: "Tabs.", scope: "user" } as const;
  const make = { category: "build", text: "Use make.", scope: "project" } as const;

  it("wait for the user in files that only the user reads", async () => {
    await using at = await place();
    expect(await memoryProposals(at.machine)).toEqual([]);
    await keepProposals(at.machine, { session: "s1", cwd: at.cwd }, [tabs, make]);
    expect(await memoryProposals(at.machine)).toEqual([
      { id: "s1-1", cwd: at.cwd, ...tabs },
      { id: "s1-2", cwd: at.cwd, ...make },
    ]);
    const folder = join(at.machine.directories.data, "memory-proposals");
    expect(readdirSync(folder)).toEqual(["s1-1.json", "s1-2.json"]);
    expect(statSync(join(folder, "s1-1.json")).mode & 0o777).toBe(0o600);
  });

  it("are at most 50: the oldest give way", async () => {
    await using at = await place();
    for (let at1 = 10; at1 < 62; at1++)
      await keepProposals(at.machine, { session: `s${at1}`, cwd: at.cwd }, [tabs]);
    const ids = (await memoryProposals(at.machine)).map(({ id }) => id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([50, "s12-1", "s61-1"]);
  });

  it("are remembered where they belong, or dropped", async () => {
    await using at = await place();
    await keepProposals(at.machine, { session: "s1", cwd: at.cwd }, [tabs, make, { ...tabs, text: "No." }]);
    expect(await decideProposals(at.machine, ["s1-3"], "decline")).toBe(1);
    expect(await memoriesHere(at.machine, at.cwd)).toEqual([]);
    expect(await decideProposals(at.machine, ["s1-2"], "accept")).toBe(1);
    expect(readFileSync(join(at.cwd, ".agents/memory/build.txt"), "utf8")).toContain("Use make.");
    expect((await memoryProposals(at.machine)).map(({ id }) => id)).toEqual(["s1-1"]);
    expect(await decideProposals(at.machine, ["all"], "accept")).toBe(1);
    expect((await memoriesHere(at.machine, at.cwd)).map(({ category }) => category)).toEqual([
      "style",
      "build",
    ]);
    expect(await memoryProposals(at.machine)).toEqual([]);
    expect(await decideProposals(at.machine, ["all"], "accept")).toBe(0);
  });

  it("are named by their ids, and nothing is decided when one is wrong", async () => {
    await using at = await place();
    const decide = (...ids: readonly string[]) => decideProposals(at.machine, ids, "decline");
    await expect(decide("s1-1")).rejects.toMatchObject({ code: "usage", hint: "There are no proposals." });
    await keepProposals(at.machine, { session: "s1", cwd: at.cwd }, [tabs, make]);
    await expect(decide("s1-1", "s1-9")).rejects.toMatchObject({
      code: "usage",
      message: 'There is no proposal "s1-9".',
      hint: "There is s1-1, s1-2.",
    });
    expect(await memoryProposals(at.machine)).toHaveLength(2);
  });
});
