import { join } from "node:path";
import type { Redactor } from "@skein/protocol";
import { collectSecrets, createRedactor, redactionKey } from "@skein/redaction";

/** A value that must not be written or sent, and what it is called. */
export interface KnownSecret {
  readonly name: string;
  readonly value: string;
}

export interface RedactorSources {
  readonly dataFolder: string;
  /** Whose `.env` files are read. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Keys in use, wherever they come from. */
  readonly secrets: readonly KnownSecret[];
}

/** Knows the secrets of the environment, of the folder's `.env` files, and those it is given. Throws `ConfigError`. */
export async function openRedactor({ dataFolder, cwd, env, secrets }: RedactorSources): Promise<Redactor> {
  const [key, collected] = await Promise.all([
    redactionKey(join(dataFolder, "redaction-key")),
    collectSecrets({ env, folders: [cwd] }),
  ]);
  return createRedactor({ key, secrets: [...secrets, ...collected] });
}
