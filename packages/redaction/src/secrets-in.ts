import type { KnownSecret } from "./known-secrets.ts";
import { canBeSecret, looksRandom } from "./worth-hiding.ts";

/** Words that make a variable a secret when one stands in its name: `GITHUB_TOKEN`, `npm_config__authToken`. */
const secretWords = new Set(
  [
    "KEY KEYS APIKEY ACCESSKEY SECRETKEY TOKEN TOKENS AUTHTOKEN SECRET SECRETS PASSWORD PASSWORDS PASSWD PASS",
    "PASSPHRASE PWD PAT CREDENTIAL CREDENTIALS PRIVATE DSN",
  ]
    .join(" ")
    .split(" "),
);
const passwordWords = new Set(["PASSWORD", "PASSWORDS", "PASSWD", "PASS", "PASSPHRASE", "PWD"]);

/** `https://user:password@host`, and the same without a scheme. */
const withPassword = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^\s:/@?#]*):([^\s/@]{8,})@/i;
/** `https://key@host`, as error trackers have it. */
const withUser = /^[a-z][a-z0-9+.-]*:\/\/([^\s:/@?#]{16,})(?::[^\s/@]*)?@/i;
const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * The secrets in the value of a variable: the whole of it or, in addresses, connection strings and JSON, the parts.
 *
 * @param isOfEnvFile - values that look random are taken whatever their name is.
 */
export function secretsIn(name: string, value: string, isOfEnvFile: boolean): readonly KnownSecret[] {
  const text = value.trim();
  const parts = partsOf(name, text);
  if (parts.length > 0) return parts.flatMap(([part, inner]) => secretsIn(part, inner, isOfEnvFile));
  const password = withPassword.exec(text)?.[2];
  const user = withUser.exec(text)?.[1];
  const inAddress = [
    ...(password !== undefined && canBeSecret(password, true) ? [password] : []),
    ...(user !== undefined && looksRandom(user) ? [user] : []),
  ];
  if (isUrl.test(text) || inAddress.length > 0) return inAddress.map((part) => ({ name, value: part }));
  const isSecret = canBeNamed(name) ? canBeSecret(text, hasWord(name, passwordWords)) : false;
  return isSecret || (isOfEnvFile && looksRandom(text)) ? [{ name, value: text }] : [];
}

/** Names and values inside a value: the strings of a JSON object, the fields of `Server=db;User=me;Password=…`. */
function partsOf(name: string, text: string): readonly (readonly [string, string])[] {
  if (text.startsWith("{")) return stringsOf(name, text);
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
      if (typeof value === "string") found.push([key === "" ? name : key, value]);
    });
  } catch {
    return [];
  }
  return found;
}

function canBeNamed(name: string): boolean {
  // The shell's own variable for the folder it is in.
  return name !== "PWD" && name !== "OLDPWD" && hasWord(name, secretWords);
}

function hasWord(name: string, wanted: ReadonlySet<string>): boolean {
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toUpperCase()
    .split(/[^A-Z0-9]+/);
  return parts.some(
    (word, at) =>
      wanted.has(word) || (wanted === secretWords && word === "CONNECTION" && parts[at + 1] === "STRING"),
  );
}
