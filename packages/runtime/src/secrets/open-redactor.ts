import { dirname, join } from "node:path";
import {
  collectSecrets,
  createRedactor,
  existingRedactionKey,
  redactionKey,
  secretName,
  type GrowingRedactor,
  type KnownSecret,
} from "@skein/redaction";
import { ConfigError } from "@skein/protocol";
import { ensurePrivateFolder } from "@skein/settings";
import { configSecrets } from "./config-secrets.ts";

export interface AgentRedactorSources {
  readonly dataFolder: string;
  /** The folder whose `.env` files are read. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Keys in use, from any source. */
  readonly secrets: readonly KnownSecret[];
  /**
   * Names of values that look like secrets but are not: of a variable, or as in the placeholder. Default:
   * none.
   */
  readonly allow?: readonly string[] | undefined;
  /**
   * Key for placeholders when the data folder has none that can be read. Only for output that is not stored, since
   * its placeholders cannot be compared later; nothing is written. Default: the data folder's key, which is created.
   */
  readonly spareKey?: Uint8Array | undefined;
}

/**
 * Opens a redactor for the secrets in the environment, the folder's `.env` files, the user's credential
 * files, Skein's config files, and the given ones. Throws `ConfigError`.
 */
export async function openRedactor(sources: AgentRedactorSources): Promise<GrowingRedactor> {
  const { dataFolder, cwd, env, secrets, spareKey, allow = [] } = sources;
  const keyFile = join(dataFolder, "redaction-key");
  const [key, collected, inConfig] = await Promise.all([
    spareKey === undefined
      ? createdKey(keyFile)
      : existingRedactionKey(keyFile).then((own) => own ?? spareKey),
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

async function createdKey(file: string): Promise<Uint8Array> {
  // Without the folder, the key says what is wrong.
  await ensurePrivateFolder(dirname(file)).catch(() => undefined);
  return redactionKey(file);
}

export function homeOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return env["HOME"] || env["USERPROFILE"] || undefined;
}

/** A key in use is always redacted. */
function refuseKeys(allowed: ReadonlySet<string>, keys: readonly KnownSecret[]): void {
  const key = keys.find(({ name }) => allowed.has(secretName(name)));
  if (!key) return;
  throw new ConfigError("usage", `redaction.allow names ${key.name}, which is a key in use.`, {
    hint: "Remove it there: a key in use is always redacted.",
  });
}
