import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolders } from "@skein/platform/folders";
import { ConfigError } from "@skein/protocol";
import { isPortableSkillName, skillFile } from "@skein/extensions-builtin/skills";

/** Begins a skill. Throws `ConfigError` for a name that the specification forbids, and when the folder is there. */
export async function newSkill(name: string, description: string, root: string): Promise<string> {
  if (!isPortableSkillName(name)) {
    throw new ConfigError("usage", `A skill cannot be called ${JSON.stringify(name)}.`, {
      hint: "Use up to 64 lower-case letters, digits and single hyphens: release-notes.",
    });
  }
  const folder = join(root, name);
  await makeFolder(root, folder);
  const path = join(folder, skillFile);
  await writeFile(path, template(name, description), { flag: "wx" });
  return path;
}

/** Throws `ConfigError` when the folder is there. */
export async function makeFolder(root: string, folder: string): Promise<void> {
  makeFolders(root);
  try {
    await mkdir(folder);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    throw new ConfigError("usage", `${folder} is there already.`, {
      hint: "Choose another name, or remove it.",
    });
  }
}

function template(name: string, description: string): string {
  return `---
name: ${name}
description: ${JSON.stringify(description)}
# allowed-tools: Read Bash(git diff *)   # while the skill is active nothing else may run
---

# ${name}

When to use this, and the steps, one after the other. Name the files beside this one that are only needed at times, such
as references/details.md, so that they are read only then.
`;
}
