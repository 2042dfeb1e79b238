import { existsSync } from "node:fs";
import { join } from "node:path";
import type { MemoryFolders } from "@skein/extensions-builtin/memory";
import { foldersOfProject } from "@skein/settings";
import type { Machine } from "../machine.ts";

/**
 * Where things are remembered: for the user beside the config file, for a project in `.agents/memory`, which can be committed.
 * Goose's own folders are read too, and a project's that is there is written to, so that both programs know the same.
 */
export function memoryFolders({ env, directories }: Machine, cwd: string): MemoryFolders {
  const home = env["HOME"] ?? env["USERPROFILE"];
  const [root = cwd] = foldersOfProject(cwd);
  const ours = join(root, ".agents", "memory");
  const gooses = join(root, ".goose", "memory");
  return {
    user: [
      join(directories.config, "memory"),
      ...(home === undefined ? [] : [join(home, ".config", "goose", "memory")]),
    ],
    project: existsSync(gooses) && !existsSync(ours) ? [gooses, ours] : [ours, gooses],
    projectRoot: root,
  };
}
