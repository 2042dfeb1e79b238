import { join } from "node:path";
import { ConfigError, messageOf } from "@skein/protocol";
import type { Directories } from "../directories.ts";
import { exclusively } from "./secret-lock.ts";
import { secretFiles } from "./secret-file.ts";

/** A system service that stores secrets. When a method rejects, the keyring counts as unusable. */
export interface Keyring {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  /** @returns whether it existed. */
  remove(name: string): Promise<boolean>;
}

export type SecretLocation =
  | { readonly kind: "keyring" }
  | {
      readonly kind: "file";
      readonly path: string;
      /** Why the keyring was not used; absent when it was not tried. */
      readonly reason?: string;
    };

export interface SecretStoreOptions {
  readonly directories: Pick<Directories, "data">;
  /** Called when a keyring is first needed. If omitted or rejecting, files are used. */
  readonly openKeyring?: () => Promise<Keyring>;
  /** Milliseconds the keyring may take per call; it may have to ask the user for a password. Default 20,000. */
  readonly keyringMs?: number;
}

/** Stores API keys outside the environment. Names are those of the environment variables. */
export interface SecretStore {
  get(name: string): Promise<string | undefined>;
  /** Saves it in the keyring, or in a file without one. @returns where it is now. */
  set(name: string, value: string): Promise<SecretLocation>;
  /** From both stores. @returns whether it existed. */
  remove(name: string): Promise<boolean>;
  /** Runs `work` while no other process does for the same secret: between reading it and replacing it. */
  exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** Where `get` would find it; `undefined`: nowhere. */
  where(name: string): Promise<SecretLocation | undefined>;
}

/**
 * The system's keyring or, where that is unusable, one file per secret (0600) in the `secrets` folder (0700) of the
 * data folder, because config folders are often under version control.
 *
 * A file is only written while the keyring is unusable, and deleted when the keyring accepts the secret. A file is
 * therefore newer, and read first.
 */
export function secretStore(options: SecretStoreOptions): SecretStore {
  const { directories, openKeyring, keyringMs = 20_000 } = options;
  const files = secretFiles(join(directories.data, "secrets"));
  let opened: Promise<Keyring> | undefined;

  async function withKeyring<Result>(use: (keyring: Keyring) => Promise<Result>): Promise<Result> {
    if (!openKeyring) throw new Error("none is set up");
    opened ??= openKeyring();
    return within(opened.then(use), keyringMs);
  }

  async function find(name: string): Promise<{ place: SecretLocation; value: string } | undefined> {
    checkName(name);
    const inFile = await files.get(name);
    if (inFile) return { place: { kind: "file", path: files.path(name) }, value: inFile };
    const inKeyring = await withKeyring((keyring) => keyring.get(name)).catch(() => undefined);
    return inKeyring ? { place: { kind: "keyring" }, value: inKeyring } : undefined;
  }

  return {
    get: async (name) => (await find(name))?.value,
    where: async (name) => (await find(name))?.place,
    async set(name, value) {
      checkName(name);
      try {
        await withKeyring((keyring) => keyring.set(name, value));
      } catch (error) {
        await files.set(name, value);
        return { kind: "file", path: files.path(name), reason: messageOf(error) };
      }
      await files.remove(name);
      return { kind: "keyring" };
    },
    exclusively(name, work) {
      checkName(name);
      return exclusively(join(directories.data, "locks"), name, work);
    },
    async remove(name) {
      checkName(name);
      const fromFile = await files.remove(name);
      const fromKeyring = await withKeyring((keyring) => keyring.remove(name)).catch(() => false);
      return fromFile || fromKeyring;
    },
  };
}

/** Becomes a file name: only the characters of variable names. */
function checkName(name: string): void {
  if (/^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name)) return;
  throw new ConfigError("usage", `${JSON.stringify(name)} cannot be the name of a secret.`, {
    hint: "Use letters, digits and _, as in the name of an environment variable.",
  });
}

async function within<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the keyring did not answer within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
