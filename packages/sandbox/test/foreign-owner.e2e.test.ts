import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { probeTiers } from "../src/index.ts";
import { projectFor } from "./project.ts";

const { found } = await probeTiers();
const isRoot = process.getuid?.() === 0;
const user = 12_345;
const sign = [`Files of the user ${user} cannot be changed, although the command runs as root.`];

describe.skipIf(found.length === 0 || !isRoot)("root over files of another user", () => {
  it.each([
    ["a new file", "touch new"],
    ["a file", "echo x >> file"],
    ["a file in a folder", "cd folder && touch new"],
    ["a removal", "rm -f file"],
    ["a mode", "chmod 700 file"],
    ["a file of Node", 'node -e \'fs.writeFileSync("new", "")\''],
  ])("is told why it cannot change them: %s", async (_, command) => {
    await using project = await projectFor(found[0]!);
    mkdirSync(join(project.workspace, "folder"));
    writeFileSync(join(project.workspace, "file"), "");
    for (const name of ["", "folder", "file"]) chownSync(join(project.workspace, name), user, user);
    const { code, signs } = await project.run(command);
    expect(code).not.toBe(0);
    expect(signs).toEqual(sign);
  });

  it("is told nothing where the files are its own, or what fails is elsewhere", async () => {
    await using project = await projectFor(found[0]!);
    writeFileSync(join(project.workspace, "file"), "", { mode: 0o400 });
    for (const command of ["echo x >> file; false", "cat /nowhere/x", "chmod 600 /etc/passwd"])
      expect((await project.run(command)).signs.filter((text) => text.includes("as root"))).toEqual([]);
  });
});
