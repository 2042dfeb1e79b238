import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { readSkills, skillFolders } from "../../src/skills/index.ts";

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

const skillText = (name: string, description = `About ${name}.`) =>
  `---\nname: ${name}\ndescription: ${description}\n---\nDo it.\n`;

describe("skills in folders", () => {
  it("are found below the usual ones, nested too, the user's before the project's, the nearest first", async () => {
    await using folder = await temporaryFolder();
    const home = join(folder.path, "home");
    const config = join(home, ".config/skein");
    const root = join(folder.path, "repository");
    const cwd = join(root, "packages/api");
    await put(join(config, "skills/one/SKILL.md"), skillText("one", "Mine."));
    await put(join(home, ".claude/skills/two/SKILL.md"), skillText("two", "Mine."));
    await put(join(root, ".agents/skills/one/SKILL.md"), skillText("one", "Theirs."));
    await put(join(root, ".goose/skills/group/three/SKILL.md"), skillText("three", "Root's."));
    await put(join(cwd, ".skein/skills/three/SKILL.md"), skillText("three", "Nearest."));
    await put(join(cwd, ".skein/skills/three/inner/SKILL.md"), skillText("inner"));
    const { skills, problems } = await readSkills(skillFolders({ project: [root, cwd], home, config }));
    expect(skills.map(({ name, description, from }) => [name, description, from])).toEqual([
      ["one", "Mine.", "user"],
      ["two", "Mine.", "user"],
      ["three", "Nearest.", "project"],
    ]);
    expect(problems.map(({ path }) => path)).toEqual([
      join(root, ".agents/skills/one/SKILL.md"),
      join(root, ".goose/skills/group/three/SKILL.md"),
    ]);
    expect(problems[0]?.message).toContain("has the same name and counts before it");
  });

  it("of a project are not read through links that lead out of it, nor when they are too large", async () => {
    await using folder = await temporaryFolder();
    const root = join(folder.path, "repository");
    await put(join(folder.path, "secret/SKILL.md"), skillText("secret"));
    await put(join(root, ".agents/skills/big/SKILL.md"), skillText("big") + "x".repeat(300_000));
    await put(join(root, ".agents/skills/fine/SKILL.md"), skillText("fine"));
    await symlink(join(folder.path, "secret"), join(root, ".agents/skills/secret"));
    await symlink(".agents", join(root, ".claude"));
    const { skills, problems } = await readSkills(
      skillFolders({ project: [root], home: undefined, config: join(folder.path, "none") }),
    );
    expect(skills.map(({ name }) => name)).toEqual(["fine"]);
    expect([...new Set(problems.map(({ message }) => message))]).toEqual([
      "it is larger than 262,144 bytes",
      "it is a link that leads out of the project",
    ]);
  });

  it("are known to hold programs by every file that is not only to be read", async () => {
    await using folder = await temporaryFolder();
    const at = (name: string) => join(folder.path, name);
    await put(at("text/SKILL.md"), skillText("text"));
    await put(at("text/references/more.md"), "More.");
    await put(at("text/LICENSE"), "MIT");
    await put(at("script/SKILL.md"), skillText("script"));
    await put(at("script/scripts/run.py"), "print()");
    await put(at("unknown/SKILL.md"), skillText("unknown"));
    await put(at("unknown/tool"), "#!/bin/sh");
    const { skills } = await readSkills([{ path: folder.path, from: "user" }]);
    expect(skills.map(({ name, hasPrograms }) => [name, hasPrograms])).toEqual([
      ["script", true],
      ["text", false],
      ["unknown", true],
    ]);
  });
});
