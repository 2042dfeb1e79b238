import { join } from "node:path";
import type { OwnFolder } from "@skein/permissions";
import { directories } from "@skein/settings";

/** What a runtime makes in its data folder. */
const ownNames = ["checkpoints", "redaction-key", "remembered-answers.json", "schedules"];

/**
 * What of Skein's own tools may not touch unasked: the user's folders for settings and data, and what a runtime keeps in
 * another data folder, where an app may work too. What calls have written there can be read.
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

/** None where there is no home. */
function userFolders(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  try {
    return Object.values(directories({ env }));
  } catch {
    return [];
  }
}
