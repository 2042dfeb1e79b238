import { join } from "node:path";
import type { OwnFolder } from "@skein/permissions";
import { directories } from "@skein/settings";

/** Folders that a runtime creates in its data folder. */
const ownNames = [
  "checkpoints",
  "databases",
  "jobs",
  "redaction-key",
  "remembered-answers.json",
  "sandbox",
  "schedules",
];

/**
 * Skein's own files that tools may only touch with approval: the user's settings and data folders, and what a
 * runtime keeps in another data folder, where an app may work too. Output of calls in there can be read.
 */
export function ownFolders(
  dataFolder: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly OwnFolder[] {
  const ofUser = userFolders(env);
  return [
    ...ofUser.map((path) => ({ path, except: "sessions/*/calls" })),
    { path: join(dataFolder, "sessions"), except: "*/calls" },
    ...ownNames.map((name) => ({ path: join(dataFolder, name) })),
  ];
}

/** Empty without a home folder. */
function userFolders(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  try {
    return Object.values(directories({ env }));
  } catch {
    return [];
  }
}
