import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Writes files, folders included; a path that ends in `/` is a folder. */
export async function treeOf(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const full = join(root, path);
    await mkdir(path.endsWith("/") ? full : dirname(full), { recursive: true });
    if (!path.endsWith("/")) await writeFile(full, content);
  }
}

export const recipeText = (title: string): string =>
  `version: 1.0.0\ntitle: ${title}\ndescription: About ${title}.\nprompt: Do it.\n`;
