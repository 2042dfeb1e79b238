import { createHash } from "node:crypto";
import { jsonInText } from "@skein/platform/json";
import { isJsonObject } from "@skein/protocol";
import type { DeviceLoginResult, KeptLogin } from "@skein/provider-definitions";
import type { SecretLocation, SecretStore } from "@skein/settings";
import type { Machine } from "../machine.ts";
import { keptSecrets } from "../secrets/kept-secrets.ts";

/** A provider that a person can log in to. */
export interface LoginTarget {
  /** The provider's id. */
  readonly id: string;
  /** Name of the secret that holds the key. */
  readonly variable: string;
}

/** A stored login. The key stays where it is. */
export interface ProviderLogin extends LoginTarget {
  readonly place: SecretLocation;
  /** The account's name at the vendor, if the vendor gave one. */
  readonly account?: string;
  /** End of the login in milliseconds since the epoch. Absent if the vendor gave none. */
  readonly endsAt?: number;
}

interface LoginRecord {
  /** SHA-256 of the key: tells a key of this login from one that was entered later. */
  readonly fingerprint: string;
  readonly account?: string;
  readonly endsAt?: number;
}

/** Stores the key of a login, and what is known of it besides. @returns where the key is. */
export async function storeProviderLogin(
  machine: Machine,
  { id, variable }: LoginTarget,
  { key, account, endsAt }: DeviceLoginResult,
): Promise<SecretLocation> {
  const secrets = keptSecrets(machine);
  const record: LoginRecord = {
    fingerprint: fingerprintOf(key),
    ...(account === undefined ? {} : { account }),
    ...(endsAt === undefined ? {} : { endsAt }),
  };
  // First: a process that is killed in between leaves no key that only looks like one that was entered.
  await secrets.set(recordName(id), JSON.stringify(record));
  return secrets.set(variable, key);
}

/** Finds the login of a provider, or undefined if no key is stored, or one that is not of a login. */
export async function findProviderLogin(
  machine: Machine,
  { id, variable }: LoginTarget,
): Promise<ProviderLogin | undefined> {
  const secrets = keptSecrets(machine);
  const [record, key, place] = await Promise.all([
    readRecord(secrets, id),
    secrets.get(variable),
    secrets.where(variable),
  ]);
  if (record === undefined || key === undefined || place === undefined) return undefined;
  const { fingerprint, ...known } = record;
  return fingerprint === fingerprintOf(key) ? { id, variable, place, ...known } : undefined;
}

/**
 * Removes what a login stored, and nothing else: a key that was entered later stays.
 *
 * @returns whether the key of a login was removed.
 */
export async function removeProviderLogin(machine: Machine, target: LoginTarget): Promise<boolean> {
  const secrets = keptSecrets(machine);
  const login = await findProviderLogin(machine, target);
  if (login) await secrets.remove(target.variable);
  await secrets.remove(recordName(target.id));
  return login !== undefined;
}

/** Keeps a login that renews itself. What is known of it besides stays. */
export function providerLoginStore(machine: Machine, target: LoginTarget): KeptLogin {
  const secrets = keptSecrets(machine);
  return {
    read: () => secrets.get(target.variable),
    async write(key) {
      const { account, endsAt } = (await readRecord(secrets, target.id)) ?? {};
      const known = {
        ...(account === undefined ? {} : { account }),
        ...(endsAt === undefined ? {} : { endsAt }),
      };
      await storeProviderLogin(machine, target, { key, ...known });
    },
    exclusively: (work) => secrets.exclusively(target.variable, work),
  };
}

async function readRecord(secrets: SecretStore, id: string): Promise<LoginRecord | undefined> {
  const record = jsonInText((await secrets.get(recordName(id))) ?? "");
  if (!isJsonObject(record)) return undefined;
  const { fingerprint, account, endsAt } = record;
  if (typeof fingerprint !== "string") return undefined;
  return {
    fingerprint,
    ...(typeof account === "string" ? { account } : {}),
    ...(typeof endsAt === "number" ? { endsAt } : {}),
  };
}

function recordName(id: string): string {
  return `PROVIDER_LOGIN_${fingerprintOf(id).slice(0, 32).toUpperCase()}`;
}

function fingerprintOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
