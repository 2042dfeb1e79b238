import { join } from "node:path";
import { collectSecrets, createRedactor, redactionKey, type GrowingRedactor } from "@skein/redaction";

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
  /**
   * The key of placeholders where the data folder's own can be neither read nor made. Only for what is kept nowhere:
   * nobody can compare its placeholders later. Default: none, and that is an error.
   */
  readonly spareKey?: Uint8Array | undefined;
}

/** Knows the secrets of the environment, of the folder's `.env` files, and those it is given. Throws `ConfigError`. */
export async function openRedactor(sources: RedactorSources): Promise<GrowingRedactor> {
  const { dataFolder, cwd, env, secrets, spareKey } = sources;
  const own = redactionKey(join(dataFolder, "redaction-key"));
  const [key, collected] = await Promise.all([
    spareKey === undefined ? own : own.catch(() => spareKey),
    collectSecrets({ env, folders: [cwd] }),
  ]);
  return createRedactor({ key, secrets: [...secrets, ...collected] });
}
