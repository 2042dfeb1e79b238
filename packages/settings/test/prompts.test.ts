import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readPrompts } from "../src/index.ts";
import { tempFolder } from "./temp-folder.ts";

describe("the user's own words for the model", () => {
  it("are none without the folder", async () => {
    const folder = tempFolder();
    expect(await readPrompts(folder)).toEqual({ files: [], warnings: [] });
  });

  it("are whole files, one for a part; an empty one counts", async () => {
    const folder = tempFolder();
    const prompts = join(folder, "prompts");
    await mkdir(prompts);
    await writeFile(join(prompts, "system.md"), "\nBe brief.\r\nBe kind.\n\n");
    await writeFile(join(prompts, "to-the-end.md"), "");
    await writeFile(join(prompts, "system.md~"), "old");
    expect(await readPrompts(folder)).toEqual({
      files: [
        { name: "system", path: join(prompts, "system.md"), text: "Be brief.\nBe kind." },
        { name: "to-the-end", path: join(prompts, "to-the-end.md"), text: "" },
      ],
      warnings: [],
    });
  });

  it("that cannot be used are said, with the names there are", async () => {
    const folder = tempFolder();
    const prompts = join(folder, "prompts");
    await mkdir(join(prompts, "project-notes.md"), { recursive: true });
    await writeFile(join(prompts, "sytem.md"), "x");
    await writeFile(join(prompts, "system.md"), "x".repeat(70_000));
    await writeFile(join(prompts, "user-notes.md"), "a\0b");
    await writeFile(join(prompts, "final-output.md"), Buffer.from("Gr\u00fc\u00dfe", "latin1"));
    execFileSync("mkfifo", [join(prompts, "to-the-end.md")]);
    const { files, warnings } = await readPrompts(folder);
    expect(files).toEqual([]);
    expect(warnings.map((warning) => warning.slice(prompts.length + 1))).toEqual([
      "final-output.md is ignored: it is not UTF-8; save it as that.",
      "project-notes.md is ignored: it is not a file.",
      "system.md is ignored: it has 70000 bytes, at most 65536 are read.",
      "sytem.md is ignored: there is no prompt with that name. Known prompts: system.md, to-the-end.md, final-output.md, judge.md, adversary.md, user-notes.md, project-notes.md.",
      "to-the-end.md is ignored: it is not a file.",
      "user-notes.md is ignored: it is not text.",
    ]);
  });
});
