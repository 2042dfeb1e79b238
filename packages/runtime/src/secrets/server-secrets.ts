import { secretsIn, type KnownSecret, type ValueSource } from "@skein/redaction";

/** Server settings that may contain secrets: of `@skein/extensions`, and raw entries of config files. */
interface ServerTexts {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The secrets in a server's startup or connection settings. */
export function serverSecrets({
  args = [],
  env = {},
  url,
  headers = {},
}: ServerTexts): readonly KnownSecret[] {
  return [
    ...Object.entries({ ...env, ...headers }).flatMap(([name, value]) => secretsIn(name, value, "slot")),
    ...args.flatMap((arg, at) => argumentSecrets(arg, args[at - 1])),
    ...(url === undefined ? [] : addressSecrets(url)),
  ];
}

/** `--token abc`, `--token=abc`, `TOKEN=abc`, `Authorization: Bearer abc`, and random-looking values. */
function argumentSecrets(arg: string, before = ""): readonly KnownSecret[] {
  const [, name, value] = /^-{0,2}([\w.-]+)[=:]\s*(.+)$/s.exec(arg) ?? [];
  if (name !== undefined && value !== undefined && !value.startsWith("//"))
    return secretsIn(name, value, "file");
  const flag = /^--?([A-Za-z][\w-]*)$/.exec(before)?.[1];
  const place: ValueSource = flag === undefined ? "environment" : "file";
  return [...secretsIn(flag ?? "ARGUMENT", arg, place), ...(URL.canParse(arg) ? addressSecrets(arg) : [])];
}

/** Server addresses often contain a token as a path segment. */
export function addressSecrets(url: string): readonly KnownSecret[] {
  const steps = URL.canParse(url) ? new URL(url).pathname.split("/") : [];
  return [
    ...secretsIn("URL", url, "file"),
    ...steps.flatMap((step) => secretsIn("URL", step, "environment")),
  ];
}
