import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSkill } from "@skein/extensions-builtin/skills";

const fixtures = join(process.env["SKEIN_FIXTURES"] ?? "/nowhere", "skills");

/** Without a description, or without front matter that can be read. */
const broken = ["missing-description", "no-frontmatter", "invalid-yaml", "long-name"];

describe.skipIf(!existsSync(fixtures))("skills that others have written", () => {
  it("load, or are refused with the reason", async () => {
    const { skills } = JSON.parse(await readFile(join(fixtures, "index.json"), "utf8")) as {
      readonly skills: readonly { readonly file: string; readonly folderName: string }[];
    };
    const read = await Promise.all(
      skills.map(async ({ file, folderName }) => ({
        folderName,
        ...(await readSkill(join(fixtures, file), { from: "user" })),
      })),
    );
    expect(read.length).toBeGreaterThanOrEqual(60);
    const refused = read.filter(({ skill }) => !skill);
    expect(refused.map(({ folderName }) => folderName).toSorted()).toEqual(broken.toSorted());
    for (const { problems } of refused)
      expect(problems.filter(({ level }) => level === "error")).toHaveLength(1);
  });
});
