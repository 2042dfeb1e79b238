import { readFile } from "node:fs/promises";
import { ConfigError } from "@skein/protocol";
import type { KnownSecret } from "@skein/redaction";
import { openSessions, type Sessions, type StoresOptions } from "@skein/runtime";
import { settingFields } from "@skein/settings";
import { readText } from "@skein/platform/text";
import type { Machine } from "../machine.ts";
import { userFiles, userSettings } from "../settings/user-entries.ts";

/**
 * The address of the database that has the sessions, if there is one. Files that do not name the setting are not read as
 * settings: lists of sessions are for those whose files are broken, too. Throws `ConfigError`.
 */
export async function databaseUrl(machine: Machine): Promise<string | undefined> {
  return (await sharedStore(machine)).databaseUrl;
}

/** The same, and where the blobs are that are too large for it. */
export async function sharedStore(machine: Machine): Promise<SharedStore> {
  const { key, variable } = settingFields.journal;
  const isNamed = machine.env[variable] !== undefined || (await isWritten(machine, key));
  if (!isNamed) return {};
  const { journal, journalBlobs } = (await userSettings(machine)).values;
  return {
    databaseUrl: journal,
    ...(journalBlobs === undefined ? {} : { blobs: { address: journalBlobs, env: machine.env } }),
  };
}

type SharedStore = Pick<StoresOptions, "databaseUrl" | "blobs">;

/** The same for what cannot do without one. Throws `ConfigError` where none is named, too. */
export async function neededDatabase(machine: Machine): Promise<string> {
  const url = await databaseUrl(machine);
  if (url !== undefined) return url;
  const { flag, key } = settingFields.journal;
  throw new ConfigError("usage", "No database is named.", {
    hint: `Name it with ${flag?.name} postgres://USER@HOST/DATABASE, or as ${key} in your config file.`,
  });
}

/** The address, which commands must not see, and the password in it. */
export function secretsOfAddress(url: string | undefined): readonly KnownSecret[] {
  const name = settingFields.journal.variable;
  const password = /^\w+:\/\/[^:/@]*:(.*)@/u.exec(url ?? "")?.[1];
  if (url === undefined || password === undefined) return [];
  return [url, password, decodeURIComponent(password)].map((value) => ({ name, value }));
}

async function isWritten(machine: Machine, key: string): Promise<boolean> {
  const texts = await Promise.all(
    userFiles(machine).map(({ path }) => readFile(path).then(readText, () => undefined)),
  );
  return texts.some((read) => read?.text.includes(key));
}

/** The kept sessions: those of the database that the settings name, or of the data folder. Throws `ConfigError`. */
export async function machineSessions(machine: Machine): Promise<Sessions> {
  return openSessions(machine.directories.data, await sharedStore(machine));
}
