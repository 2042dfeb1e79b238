import { secretsIn, type KnownSecret } from "@skein/redaction";
import { isJsonObject, type JsonValue } from "@skein/protocol";
import { configPaths, directories, readConfigFile, type ConfigEntry } from "@skein/settings";
import { addressSecrets, serverSecrets } from "./server-secrets.ts";

export interface ConfigSources {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Finds secrets in Skein's config files, also of an untrusted project: variables, arguments, headers and
 * addresses of servers and providers. Unreadable files are skipped here; using them reports the error.
 */
export async function configSecrets({ cwd, env }: ConfigSources): Promise<readonly KnownSecret[]> {
  const files = await Promise.all(pathsOf({ cwd, env }).map(entriesOf));
  return files.flat().flatMap(({ key, value }) => {
    if (key === "extensions") return valuesOf(value).flatMap((entry) => serverSecrets(textsOf(entry)));
    if (key === "providers") return valuesOf(value).flatMap(providerSecrets);
    return [];
  });
}

function pathsOf({ cwd, env }: ConfigSources): readonly string[] {
  try {
    return configPaths({ cwd, env, config: directories({ env }).config }).map(({ path }) => path);
  } catch {
    return []; // no home folder
  }
}

async function entriesOf(path: string): Promise<readonly ConfigEntry[]> {
  return (await readConfigFile(path).catch(() => undefined)) ?? [];
}

function valuesOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonObject(value) ? Object.values<JsonValue>(value) : [];
}

function textsOf(entry: JsonValue) {
  if (!isJsonObject(entry)) return {};
  const { args, env, headers, url } = entry;
  return {
    args: (Array.isArray(args) ? (args as readonly JsonValue[]) : []).filter(
      (arg) => typeof arg === "string",
    ),
    env: fieldsOf(env),
    headers: fieldsOf(headers),
    ...(typeof url === "string" ? { url } : {}),
  };
}

function providerSecrets(entry: JsonValue): readonly KnownSecret[] {
  if (!isJsonObject(entry)) return [];
  const { proxy, baseUrl, headers } = entry;
  return [
    ...serverSecrets({ headers: fieldsOf(headers) }),
    ...(typeof proxy === "string" ? secretsIn("PROXY", proxy, "file") : []),
    ...(typeof baseUrl === "string" ? addressSecrets(baseUrl) : []),
  ];
}

function fieldsOf(value: JsonValue | undefined): Readonly<Record<string, string>> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries<JsonValue>(value).flatMap(([name, text]) =>
      typeof text === "string" || typeof text === "number" ? [[name, `${text}`]] : [],
    ),
  );
}
