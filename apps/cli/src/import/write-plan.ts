import { existsSync } from "node:fs";
import { constants, copyFile } from "node:fs/promises";
import { ConfigError, messageOf } from "@skein/protocol";
import { editConfigFile, type SecretPlace } from "@skein/settings";
import { writeNotes } from "./notes-file.ts";
import type { Plan } from "./plan.ts";
import type { SkeinNow } from "./skein-now.ts";

export interface Written {
  readonly files: readonly {
    readonly path: string;
    /** What was there before. */ readonly backup?: string;
  }[];
  readonly secrets: readonly { readonly name: string; readonly place: SecretPlace }[];
}

/**
 * Secrets first, the config file last: what it refers to is there then. What is there already is kept beside it.
 * Throws `ConfigError`; what was written until then stays, and the next import finds it.
 */
export async function writePlan(plan: Plan, now: SkeinNow, at: Date): Promise<Written> {
  const secrets: { name: string; place: SecretPlace }[] = [];
  for (const { name, value } of plan.secrets)
    secrets.push({ name, place: await now.secrets.set(name, value) });
  const files: Written["files"][number][] = [];
  if (plan.notes !== undefined && now.notes) {
    files.push({ path: now.notes.file, ...(await backUp(now.notes.file, at)) });
    await writeNotes(now.notes.file, plan.notes);
  }
  if (plan.config.length > 0) {
    files.push({ path: now.file, ...(await backUp(now.file, at)) });
    await editConfigFile(now.file, plan.config);
  }
  return { files, secrets };
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
