import { join } from "node:path";
import {
  collectSecrets,
  createRedactor,
  redactionKey,
  secretName,
  type GrowingRedactor,
} from "@skein/redaction";
import { ConfigError } from "@skein/protocol";
import { configSecrets } from "./config-secrets.ts";

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
   * Names of what is no secret although it looks like one: of a variable, or as its placeholder says it. Default: none.
   */
  readonly allow?: readonly string[] | undefined;
  /**
   * The key of placeholders where the data folder's own can be neither read nor made. Only for what is kept nowhere:
   * nobody can compare its placeholders later. Default: none, and that is an error.
   */
  readonly spareKey?: Uint8Array | undefined;
}

/**
 * Knows the secrets of the environment, of the folder's `.env` files, of the user's credential files, of Skein's config
 * files, and those it is given. Throws `ConfigError`.
 */
export async function openRedactor(sources: RedactorSources): Promise<GrowingRedactor> {
  const { dataFolder, cwd, env, secrets, spareKey, allow = [] } = sources;
  const own = redactionKey(join(dataFolder, "redaction-key"));
  const [key, collected, inConfig] = await Promise.all([
    spareKey === undefined ? own : own.catch(() => spareKey),
    collectSecrets({ env, folders: [cwd], home: homeOf(env), store: join(dataFolder, "secrets") }),
    configSecrets({ cwd, env }),
  ]);
  const allowed = new Set(allow.map(secretName));
  refuseKeys(allowed, secrets);
  const isSecret = ({ name }: KnownSecret) => !allowed.has(secretName(name));
  const redactor = createRedactor({
    key,
    secrets: [...secrets, ...[...collected, ...inConfig].filter(isSecret)],
  });
  return { ...redactor, add: (secret) => void (isSecret(secret) && redactor.add(secret)) };
}

export function homeOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return env["HOME"] || env["USERPROFILE"] || undefined;
}

/** A key in use is hidden, whatever anybody says. */
function refuseKeys(allowed: ReadonlySet<string>, keys: readonly KnownSecret[]): void {
  const key = keys.find(({ name }) => allowed.has(secretName(name)));
  if (!key) return;
  throw new ConfigError("usage", `redaction.allow names ${key.name}, which is a key in use.`, {
    hint: "Take it out there: such a key is hidden always.",
  });
}
