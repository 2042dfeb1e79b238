import type { KnownSecret } from "./known-secrets.ts";
import { canBeSecret, isClearlyRandom, looksRandom } from "./worth-hiding.ts";

/** Where a value stands; the less its place says, the more it must show itself. */
export type ValueSource =
  /** Among values of all kinds: secret by its name, or because it is clearly random. */
  | "environment"
  /** In a file of settings or credentials: by its name, or because it looks random. */
  | "file"
  /** Where secrets are meant to stand, as the variables of a server: anything that can be one. */
  | "slot";

/** Words that make a variable a secret when one stands in its name: `GITHUB_TOKEN`, `npm_config__authToken`. */
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

/** Names without a border in them: `PGPASSWORD`, `MYSQLPASSWORD`. */
const secretEnd = /(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|APIKEY|CREDENTIALS?)$/;
const passwordEnd = /(?:PASSWORD|PASSWD|PASSPHRASE)$/;

/** What such a variable holds is random, and everybody may know it: checksums, commits, names of things. */
const publicWords = new Set(
  [
    "SHA SHA1 SHA256 SHA384 SHA512 MD5 COMMIT HASH DIGEST CHECKSUM FINGERPRINT INTEGRITY REVISION REV REF ETAG ID",
    "IDS GUID UUID PUBLIC VERSION BRANCH TAG IMAGE SKEIN",
  ]
    .join(" ")
    .split(" "),
);

/** What options of programs hold: flags, and names of small letters with numbers in them, as those of models. */
const isPlainValue = /^-|^[a-z0-9]{1,8}(?:[-._:][a-z0-9]{1,8})*$/;

/** `Bearer …`, as it stands in a header. */
const withScheme = /^(?:bearer|basic|token|apikey|digest)[ \t]+(\S+)$/i;

/** `https://user:password@host`, and the same without a scheme. */
const withPassword = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^\s:/@?#]*):([^\s/@]{8,})@/i;
/** `https://key@host`, as error trackers have it. */
const withUser = /^[a-z][a-z0-9+.-]*:\/\/([^\s:/@?#]{16,})(?::[^\s/@]*)?@/i;
const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i;

/** The secrets in the value of a variable: the whole of it or, in addresses, connection strings and JSON, the parts. */
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
      return looksRandom(text);
    case "environment":
      return !wordsOf(name).some((word) => publicWords.has(word)) && isClearlyRandom(text);
  }
}

/** `?token=…` of an address. */
function inQuery(text: string): readonly string[] {
  if (!URL.canParse(text)) return [];
  return [...new URL(text).searchParams].flatMap(([field, value]) =>
    canBeNamed(field) && canBeSecret(value) ? [value] : [],
  );
}

/** Of `user:password` in base64, as in `Basic` and in the files of registries. */
function passwordInBase64(text: string): readonly string[] {
  if (!/^[A-Za-z0-9+/_-]{12,}={0,2}$/.test(text)) return [];
  const [, password] =
    /^[\x20-\x7E]+?:([\x20-\x7E]+)$/.exec(Buffer.from(text, "base64").toString("latin1")) ?? [];
  return password !== undefined && canBeSecret(password, true) ? [password] : [];
}

/** Names and values inside a value: the strings of a JSON object, the fields of `Server=db;User=me;Password=…`. */
function partsOf(name: string, text: string): readonly (readonly [string, string])[] {
  if (/^[{[]/.test(text)) return stringsOf(name, text);
  const fields = text.split(";").map((field) => /^\s*([A-Za-z][\w ]*?)\s*=(.*)$/s.exec(field));
  if (fields.filter(Boolean).length < 2) return [];
  return fields.flatMap((field) =>
    field?.[1] && field[2] ? [[`${name}_${field[1]}`, field[2]] as const] : [],
  );
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
  // The shell's own variable for the folder it is in.
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

/** Without the number that tells one of several from the others: `PASSWORD2`. */
function countedWordsOf(name: string): readonly string[] {
  return wordsOf(name).map((word) => word.replace(/\d+$/, ""));
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toUpperCase()
    .split(/[^A-Z0-9]+/);
}
