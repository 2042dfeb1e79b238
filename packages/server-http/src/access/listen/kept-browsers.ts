import { jsonInText } from "@skein/platform/json";
import { isRole } from "../role.ts";
import type { Credential } from "../decide/credentials.ts";
import { AccessError } from "../access-error.ts";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";

/** A browser that stays logged in when the server is started again. */
export interface KeptBrowser extends Credential {
  readonly by: "browser";
  /** Milliseconds since the epoch. */
  readonly until: number;
}

interface KeptLine {
  readonly id: string;
  /** SHA-256 of the secret in the cookie, in hexadecimal digits. */
  readonly digest: string;
  readonly role: string;
  readonly until: number;
}

/** The file, by the names of cookies: a cookie has the port of its server in its name. */
type KeptFile = Readonly<Record<string, readonly KeptLine[]>>;

/** Looks up those of a cookie. */
export type KeptBrowsers = (cookie: string) => readonly KeptBrowser[];

/** Rejects with `AccessError` when others could have read or written the file, or when it is another file. */
export async function readKeptBrowsers(path: string): Promise<KeptBrowsers> {
  const file = await readFileOf(path);
  return (cookie) =>
    (file[cookie] ?? []).flatMap(({ id, digest, role, until }): readonly KeptBrowser[] =>
      until > Date.now() && isRole(role)
        ? [{ id, digest: Buffer.from(digest, "hex"), role, by: "browser", until }]
        : [],
    );
}

/** Those of other cookies stay, until they are too old. */
export async function writeKeptBrowsers(
  path: string,
  cookie: string,
  browsers: readonly KeptBrowser[],
): Promise<void> {
  const others = Object.entries(await readFileOf(path))
    .filter(([name]) => name !== cookie)
    .map(([name, lines]) => [name, lines.filter(({ until }) => until > Date.now())] as const)
    .filter(([, lines]) => lines.length > 0);
  const own = browsers.map(({ id, digest, role, until }): KeptLine => {
    return { id, digest: Buffer.from(digest).toString("hex"), role, until };
  });
  await writePrivateFile(path, `${JSON.stringify(Object.fromEntries([...others, [cookie, own]]))}\n`);
}

async function readFileOf(path: string): Promise<KeptFile> {
  const text = await readPrivateFile(path);
  if (text === undefined) return {};
  const file = jsonInText(text);
  if (!isKeptFile(file))
    throw new AccessError("not-a-record", `${path} is not the list of logged-in browsers. Remove it.`);
  return file;
}

function isKeptFile(value: unknown): value is KeptFile {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((lines) => Array.isArray(lines) && lines.every(isKeptLine));
}

function isKeptLine(value: unknown): value is KeptLine {
  if (typeof value !== "object" || value === null) return false;
  const { id, digest, role, until } = value as Partial<Record<keyof KeptLine, unknown>>;
  const isDigest = typeof digest === "string" && /^[0-9a-f]{64}$/.test(digest);
  return typeof id === "string" && isDigest && typeof role === "string" && Number.isSafeInteger(until);
}
