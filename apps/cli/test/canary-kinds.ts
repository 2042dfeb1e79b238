import { createHash } from "node:crypto";

/** A secret, and where the user has it. */
export interface Canary {
  readonly kind: string;
  /** What must be found nowhere. */
  readonly value: string;
  /** A variable of the environment. */
  readonly variable?: readonly [name: string, value: string];
  /** A file, below the home folder or (`app/…`) in the project. */
  readonly file?: readonly [path: string, text: string];
  /** An entry of Skein's own config, in YAML that is JSON. */
  readonly server?: object;
  readonly header?: readonly [name: string, value: string];
}

type Plant = (value: string) => Omit<Canary, "kind" | "value">;

/** The same in each run, and nowhere else: so that a run which fails can be made again. */
const bytesOf = (kind: string): Buffer => createHash("sha512").update(`canary of ${kind}`).digest();
type Make = (kind: string) => string;
const random: Make = (kind) =>
  `q${bytesOf(kind).subarray(0, 18).toString("base64url").replace(/[-_]/g, "x")}7Z4`;
const hex: Make = (kind) => bytesOf(kind).subarray(0, 30).toString("hex");
const base64: Make = (kind) => bytesOf(kind).subarray(0, 33).toString("base64");
/** As people choose them. */
const chosen: Make = (kind) => `Heron${1_000_000 + (bytesOf(kind).readUInt32BE() % 9_000_000)}!`;
const withSigns: Make = (kind) => `kQ7!x2Zp#9v${bytesOf(kind).readUInt16BE()}L!w`;
const basic = (password: string): string => Buffer.from(`ann:${password}`).toString("base64");

const variable =
  (name: string, text: (value: string) => string = (value) => value): Plant =>
  (value) => ({ variable: [name, text(value)] });
const file =
  (path: string, text: (value: string) => string): Plant =>
  (value) => ({ file: [path, text(value)] });
const server =
  (entry: (value: string) => object): Plant =>
  (value) => ({ server: { enabled: false, ...entry(value) } });
const url = (address: string): object => ({ url: address });

const kinds: readonly (readonly [kind: string, make: Make, plant: Plant])[] = [
  ["PGPASSWORD", chosen, variable("PGPASSWORD")],
  ["MYSQL_PWD", chosen, variable("MYSQL_PWD")],
  ["SSHPASS", chosen, variable("SSHPASS")],
  ["REDISCLI_AUTH", chosen, variable("REDISCLI_AUTH")],
  ["JWT", random, variable("JWT")],
  ["AUTHORIZATION: Bearer", random, variable("AUTHORIZATION", (value) => `Bearer ${value}`)],
  ["Basic, its password", chosen, variable("PROXY_AUTHORIZATION", (value) => `Basic ${basic(value)}`)],
  [
    "DOCKER_AUTH_CONFIG",
    chosen,
    variable("DOCKER_AUTH_CONFIG", (value) =>
      JSON.stringify({ auths: { "r.example.com": { auth: basic(value) } } }),
    ),
  ],
  ["a token by its name", random, variable("DEPLOY_TOKEN")],
  ["a password by its name", chosen, variable("DB_PASSWORD")],
  ["a key of a cloud", base64, variable("AWS_SECRET_ACCESS_KEY")],
  ["a cookie", random, variable("SESSION_COOKIE")],
  [
    "the password of a database's address",
    chosen,
    variable("DATABASE", (value) => `postgres://app:${value}@db/app`),
  ],
  [
    "the key of an error tracker",
    random,
    variable("TRACKER", (value) => `https://${value}@errors.example.com/4`),
  ],
  ["a connection string", chosen, variable("STORE", (value) => `Server=db;User Id=app;Password=${value}`)],
  [
    "a service account",
    random,
    variable("SERVICE", (value) => JSON.stringify({ type: "x", private_key: value })),
  ],
  ["random, of letters and digits", random, variable("BUILDER")],
  ["random, in hexadecimal", hex, variable("WORKER_A")],
  ["random, in base64", base64, variable("WORKER_B")],
  ["random, with signs", withSigns, variable("WORKER_C")],
  ["config: env, random", random, server((value) => ({ command: "x", args: [], env: { SOME: value } }))],
  ["config: env, chosen", chosen, server((value) => ({ command: "x", env: { SOME: value } }))],
  ["config: --token VALUE", random, server((value) => ({ command: "x", args: ["--token", value] }))],
  ["config: --password=VALUE", chosen, server((value) => ({ command: "x", args: [`--password=${value}`] }))],
  [
    "config: an argument alone",
    random,
    server((value) => ({ command: "x", args: ["-y", "some-server", value] })),
  ],
  [
    "config: a header",
    random,
    server((value) => ({ ...url("https://h.example.com/mcp"), headers: { "x-team": value } })),
  ],
  [
    "config: a bearer header",
    chosen,
    server((value) => ({ ...url("https://h.example.com"), headers: { a: `Bearer ${value}` } })),
  ],
  [
    "config: an address's query",
    random,
    server((value) => url(`https://h.example.com/mcp?api_key=${value}`)),
  ],
  ["config: a step of an address", random, server((value) => url(`https://h.example.com/${value}/sse`))],
  ["config: a provider's header", random, (value) => ({ header: ["x-gateway", value] })],
  [
    "~/.aws/credentials",
    base64,
    file(".aws/credentials", (value) => `[default]\naws_secret_access_key = ${value}\n`),
  ],
  ["~/.netrc", chosen, file(".netrc", (value) => `machine h.example.com login ann password ${value}\n`)],
  [
    "~/.git-credentials",
    random,
    file(".git-credentials", (value) => `https://ann:${value}@git.example.com\n`),
  ],
  ["~/.npmrc", random, file(".npmrc", (value) => `//r.example.com/:_authToken=${value}\n`)],
  ["~/.pypirc", chosen, file(".pypirc", (value) => `[pypi]\nusername = ann\npassword = ${value}\n`)],
  ["~/.pgpass", chosen, file(".pgpass", (value) => `db:5432:app:ann:${value}\n`)],
  [
    "~/.docker/config.json",
    chosen,
    file(".docker/config.json", (value) => JSON.stringify({ auths: { r: { auth: basic(value) } } })),
  ],
  [
    "~/.kube/config",
    random,
    file(".kube/config", (value) => `users:\n- name: ann\n  user:\n    token: ${value}\n`),
  ],
  [
    "~/.config/gh/hosts.yml",
    random,
    file(".config/gh/hosts.yml", (value) => `github.com:\n    oauth_token: ${value}\n`),
  ],
  ["~/.vault-token", random, file(".vault-token", (value) => `${value}\n`)],
  [".env", chosen, file("app/.env", (value) => `ADMIN_PASSWORD="${value}"\n`)],
  ["sub/.env.local", random, file("app/sub/.env.local", (value) => `SOME=${value}\n`)],
  ["a/b/.env.production", chosen, file("app/a/b/.env.production", (value) => `SMTP_PASS=${value}\n`)],
  ["sub/secrets.yaml", random, file("app/sub/secrets.yaml", (value) => `shop:\n  gateway: ${value}\n`)],
  ["a key that Skein keeps", random, file("skein/data/secrets/SOME_SERVICE", (value) => `${value}\n`)],
];

/** One of each kind. */
export function canaries(): readonly Canary[] {
  return kinds.map(([kind, make, plant]) => {
    const value = make(kind);
    return { kind, value, ...plant(value) };
  });
}

/** The ways in which a value is written. */
export function formsOfValue(value: string): Readonly<Record<string, string>> {
  const bytes = Buffer.from(value);
  const backwards = (text: string) => Array.from(text).toReversed().join("");
  return {
    plain: value,
    base64: Buffer.from(`user:${value}`).toString("base64"),
    URL: encodeURIComponent(value),
    JSON: JSON.stringify(value),
    hex: bytes.toString("hex"),
    HEX: bytes.toString("hex").toUpperCase(),
    reversed: backwards(value),
    "reversed base64": backwards(bytes.toString("base64")),
  };
}

/** What of a value must be found nowhere: of base64 what stands between the characters that neighbours share. */
export function tracesOf(value: string): Readonly<Record<string, string>> {
  const { base64: _, "reversed base64": reversed = "", ...forms } = formsOfValue(value);
  const whole = Buffer.from(`user:${value}`).toString("base64").replace(/=+$/, "");
  return { ...forms, base64: whole.slice(8, -2), "reversed base64": reversed.slice(4, -2) };
}
