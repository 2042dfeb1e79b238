import { decodedValue } from "@skein/platform/variables";
import type { KnownSecret } from "./known-secrets.ts";
import { canBeSecret, isClearlyRandom, looksRandom } from "./looks-secret.ts";

/** Where a value comes from. The less this suggests a secret, the more the value itself must look like one. */
export type ValueSource =
  /** Values of all kinds: secret by name, or because clearly random. */
  | "environment"
  /** A settings or credential file: secret by name, or because it looks random. */
  | "file"
  /** A place meant for secrets, such as a server's environment variables: any value that can be a secret. */
  | "slot";

/** Words that mark a variable as secret: `GITHUB_TOKEN`, `npm_config__authToken`. */
const secretWords = new Set(
  [
    "KEY KEYS APIKEY ACCESSKEY SECRETKEY TOKEN TOKENS AUTHTOKEN SECRET SECRETS PASSWORD PASSWORDS PASSWD PASS",
    "PASSPHRASE PWD PAT CREDENTIAL CREDENTIALS PRIVATE DSN AUTH AUTHORIZATION BEARER JWT COOKIE COOKIES SAS",
    "MNEMONIC PEPPER SALT SSHPASS PGPASS",
  ]
    .join(" ")
    .split(" "),
);
const passwordWords = new Set("PASSWORD PASSWORDS PASSWD PASS PASSPHRASE PWD SSHPASS PGPASS".split(" "));

/** Names without separators: `PGPASSWORD`, `MYSQLPASSWORD`. */
const secretEnd = /(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|APIKEY|CREDENTIALS?)$/;
const passwordEnd = /(?:PASSWORD|PASSWD|PASSPHRASE)$/;

/** Words for values that are random but public: checksums, commits, identifiers. */
const publicWords = new Set(
  [
    "SHA SHA1 SHA256 SHA384 SHA512 MD5 COMMIT HASH DIGEST CHECKSUM FINGERPRINT INTEGRITY REVISION REV REF ETAG ID",
    "IDS GUID UUID PUBLIC VERSION BRANCH TAG IMAGE SKEIN",
  ]
    .join(" ")
    .split(" "),
);

/** Program options: flags, and names of lower-case letters and digits, such as model names. */
const isPlainValue = /^-|^[a-z0-9]{1,8}(?:[-._:][a-z0-9]{1,8})*$/;

/** `Bearer …`, as in a header. */
const withScheme = /^(?:bearer|basic|token|apikey|digest)[ \t]+(\S+)$/i;

/** `https://user:password@host`, and the same without a scheme. */
const withPassword = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^\s:/@?#]*):([^\s/@]{8,})@/i;
/** `https://key@host`, as used by error trackers. */
const withUser = /^[a-z][a-z0-9+.-]*:\/\/([^\s:/@?#]{16,})(?::[^\s/@]*)?@/i;
const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i;

/** The secrets in a variable's value: the whole value or, in URLs, connection strings and JSON, parts of it. */
export function secretsIn(name: string, value: string, place: ValueSource): readonly KnownSecret[] {
  const text = value.trim();
  const parts = partsOf(name, text);
  if (parts.length > 0) return parts.flatMap(([part, inner]) => secretsIn(part, inner, place));
  const password = withPassword.exec(text)?.[2];
  const user = withUser.exec(text)?.[1];
  const inAddress = [
    ...(password !== undefined && canBeSecret(password, true) ? [password] : []),
    ...(user !== undefined && looksRandom(user) ? [user] : []),
    ...(isUrl.test(text) ? inQuery(text) : []),
  ];
  if (isUrl.test(text) || inAddress.length > 0) return inAddress.map((part) => ({ name, value: part }));
  const token = withScheme.exec(text)?.[1] ?? text;
  const within = canBeNamed(name) || token !== text ? passwordInBase64(token) : [];
  const secrets = isSecret(name, token, token === text ? place : "slot") ? [token, ...within] : within;
  return secrets.map((part) => ({ name, value: part }));
}

function isSecret(name: string, text: string, place: ValueSource): boolean {
  if (canBeNamed(name)) return canBeSecret(text, isPasswordName(name));
  switch (place) {
    case "slot":
      return canBeSecret(text) && !isPlainValue.test(text);
    case "file":
      return looksRandom(text) || isClearlyRandom(text);
    case "environment":
      return !wordsOf(name).some((word) => publicWords.has(word)) && isClearlyRandom(text);
  }
}

/** `?token=…` in a URL. */
function inQuery(text: string): readonly string[] {
  if (!URL.canParse(text)) return [];
  return [...new URL(text).searchParams].flatMap(([field, value]) =>
    canBeNamed(field) && canBeSecret(value) ? [value] : [],
  );
}

/** `user:password` in base64, as in `Basic` headers and registry files. */
function passwordInBase64(text: string): readonly string[] {
  if (!/^[A-Za-z0-9+/_-]{12,}={0,2}$/.test(text)) return [];
  const [, password] =
    /^[\x20-\x7E]+?:([\x20-\x7E]+)$/.exec(Buffer.from(text, "base64").toString("latin1")) ?? [];
  return password !== undefined && canBeSecret(password, true) ? [password] : [];
}

/**
 * Names and values inside a value: the strings of a JSON object, the fields of `Server=db;User=me;Password=…`, the headers
 * of `Authorization=Basic%20…,x-key=…`.
 */
function partsOf(name: string, text: string): readonly (readonly [string, string])[] {
  if (/^[{[]/.test(text)) return stringsOf(name, text);
  if (/_HEADERS$/i.test(name)) return headersIn(text);
  const fields = text.split(";").map((field) => /^\s*([A-Za-z][\w ]*?)\s*=(.*)$/s.exec(field));
  if (fields.filter(Boolean).length < 2) return [];
  return fields.flatMap((field) =>
    field?.[1] && field[2] ? [[`${name}_${field[1]}`, field[2]] as const] : [],
  );
}

/** Source: `OTEL_EXPORTER_OTLP_HEADERS` of OpenTelemetry; values are percent-encoded. */
function headersIn(text: string): readonly (readonly [string, string])[] {
  return text.split(",").flatMap((pair) => {
    const [, header, value] = /^\s*([\w-]+)\s*=(.*)$/s.exec(pair) ?? [];
    return header && value ? [[header, decodedValue(value.trim())] as const] : [];
  });
}

function stringsOf(name: string, json: string): readonly (readonly [string, string])[] {
  const found: [string, string][] = [];
  try {
    JSON.parse(json, (key, value: unknown) => {
      if (typeof value === "string") found.push([key === "" || /^\d+$/.test(key) ? name : key, value]);
    });
  } catch {
    return [];
  }
  return found;
}

function canBeNamed(name: string): boolean {
  // The shell's own variable for its working directory.
  if (name === "PWD" || name === "OLDPWD") return false;
  const words = countedWordsOf(name);
  return words.some(
    (word, at) =>
      secretWords.has(word) || secretEnd.test(word) || (word === "CONNECTION" && words[at + 1] === "STRING"),
  );
}

function isPasswordName(name: string): boolean {
  return countedWordsOf(name).some((word) => passwordWords.has(word) || passwordEnd.test(word));
}

/** Without a trailing number: `PASSWORD2`. */
function countedWordsOf(name: string): readonly string[] {
  return wordsOf(name).map((word) => word.replace(/\d+$/, ""));
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toUpperCase()
    .split(/[^A-Z0-9]+/);
}
