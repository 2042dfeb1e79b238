import { existsSync } from "node:fs";
import { constants, copyFile } from "node:fs/promises";
import type { Machine } from "@skein/host";
import { keptSecrets } from "@skein/host/secrets";
import { ConfigError, messageOf } from "@skein/protocol";
import { editConfigFile, type SecretLocation } from "@skein/settings";
import { writeNotes } from "./planning/notes-file.ts";
import type { ImportPlan } from "./planning/plan-import.ts";

export interface WrittenImport {
  readonly files: readonly WrittenFile[];
  readonly secrets: readonly { readonly name: string; readonly place: SecretLocation }[];
}

interface WrittenFile {
  readonly path: string;
  /** A copy of what was there before. */
  readonly backup?: string;
}

/**
 * Writes what a plan says. Secrets first, the config file last: what it refers to is there then. What is there already is kept beside it.
 * Throws `ConfigError`; what was written until then stays, and the next import finds it.
 */
export async function applyImport(
  machine: Machine,
  { changes: { config, notes, secrets } }: ImportPlan,
  at: Date,
): Promise<WrittenImport> {
  const store = keptSecrets(machine);
  const kept: { name: string; place: SecretLocation }[] = [];
  for (const { name, value } of secrets) kept.push({ name, place: await store.set(name, value) });
  const files: WrittenFile[] = [];
  if (notes) {
    files.push({ path: notes.file, ...(await backUp(notes.file, at)) });
    await writeNotes(notes.file, notes.text);
  }
  if (config) {
    files.push({ path: config.file, ...(await backUp(config.file, at)) });
    await editConfigFile(config.file, config.changes);
  }
  return { files, secrets: kept };
}

async function backUp(path: string, at: Date): Promise<{ readonly backup?: string }> {
  if (!existsSync(path)) return {};
  const stamp = at.toISOString().replaceAll(/[:.]/g, "-");
  const backup = `${path}.${stamp}.backup`;
  try {
    await copyFile(path, backup, constants.COPYFILE_EXCL);
    return { backup };
  } catch (cause) {
    throw new ConfigError("unreadable", `${backup} cannot be written: ${messageOf(cause)}.`, {
      cause,
      hint: "Make its folder writable. Without a copy of what is there nothing is changed.",
    });
  }
}
