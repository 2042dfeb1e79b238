import { basename } from "node:path";
import { parseEnv } from "node:util";
import { isEnvFile } from "./env-files.ts";
import type { KnownSecret } from "./known-secrets.ts";
import { secretsIn } from "./secrets-in.ts";

/**
 * `name = value`, `name: value`, `"name": "value"`, `<name>value</name>`, and `name value` with the keywords of
 * .netrc.
 */
const fields = [
  /([A-Za-z_][\w.-]*)["']?[ \t]*[=:][ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"',;}\]]+))/g,
  /<([A-Za-z][\w.-]*)>([^<>\n]+)</g,
  /\b(password|passwd|account)[ \t\n]+(?:"([^"\n]*)"|(\S+))/g,
];
const addresses = /[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi;
/** A line of .pgpass. */
const ofDatabase = /^[^:#\s]+:(?:\d+|\*):[^:\n]*:[^:\n]*:(.+)$/gm;

/** INI sections begin with a bracket too. */
function isJson(text: string): boolean {
  if (!/^[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The secrets in a credential file of any format: values that have a secret's name or look random. */
export function secretsOfText(path: string, text: string): readonly KnownSecret[] {
  const plain = text.replace(/^\uFEFF/, "").trim();
  const ofFile = basename(path);
  if (isEnvFile(ofFile)) {
    return Object.entries(parseEnv(plain)).flatMap(([name, value = ""]) => secretsIn(name, value, "file"));
  }
  if (isJson(plain)) return secretsIn(ofFile, plain, "file");
  if (!/\s/.test(plain) && !/[=:<]/.test(plain)) return secretsIn(ofFile, plain, "slot");
  return [
    ...fields.flatMap((field) =>
      [...plain.matchAll(field)].flatMap(([, name = "", ...values]) =>
        secretsIn(name, values.find((value) => value !== undefined) ?? "", "file"),
      ),
    ),
    ...[...plain.matchAll(addresses)].flatMap(([address]) => secretsIn("URL", address, "file")),
    ...[...plain.matchAll(ofDatabase)].flatMap(([, value = ""]) => secretsIn("PGPASSWORD", value, "file")),
  ];
}
