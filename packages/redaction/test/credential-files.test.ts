import { createHash } from "node:crypto";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { collectSecrets, isCredentialFile, secretsIn } from "../src/index.ts";
import { randomText } from "./secrets.ts";
import { tempFolder } from "./temp-folder.ts";

const token = randomText(32, 41);
const password = "Xk9mQ2vv";
const basic = Buffer.from(`ann:${password}`).toString("base64");

describe("a random value in a file of the project, whatever its name", () => {
  const valuesOf = (bytes: number, encoding: "base64" | "base64url") =>
    Array.from({ length: 500 }, (_, index) =>
      createHash("sha512").update(`${index}`).digest().subarray(0, bytes).toString(encoding),
    );

  it.each([
    [16, "base64", 0.92],
    [18, "base64url", 0.93],
    [24, "base64", 0.96],
    [32, "base64url", 0.98],
  ] as const)("of %i bytes in %s is found in at least %f of the cases", (bytes, encoding, least) => {
    const found = valuesOf(bytes, encoding).filter((value) => secretsIn("INNER", value, "file").length > 0);
    expect(found.length / 500).toBeGreaterThanOrEqual(least);
  });
});

describe("a file of the home folder", () => {
  it.each([
    [
      ".aws/credentials",
      `[default]\naws_access_key_id = AKIAX\naws_secret_access_key = ${token}\nregion = eu-west-1`,
      [token],
    ],
    [".netrc", `machine a.example.com\n  login ann\n  password ${password}\n`, [password]],
    [".git-credentials", `https://ann:${password}@git.example.com\n`, [password]],
    [
      ".npmrc",
      `registry=https://r.example.com/\n//r.example.com/:_authToken=${token}\nsave-exact=true`,
      [token],
    ],
    [".pypirc", `[pypi]\nusername = __token__\npassword = ${password}`, [password]],
    [".pgpass", `# host\ndb.example.com:5432:*:ann:${password}`, [password]],
    [
      ".docker/config.json",
      JSON.stringify({ auths: { "r.example.com": { auth: basic } }, credsStore: "desktop" }),
      [basic, password],
    ],
    [
      ".kube/config",
      `clusters:\n- cluster:\n    server: https://k.example.com:6443\nusers:\n- user:\n    token: "${token}"`,
      [token],
    ],
    [
      ".config/gh/hosts.yml",
      `github.com:\n    user: ann\n    oauth_token: ${token}\n    git_protocol: ssh`,
      [token],
    ],
    [".vault-token", `${token}\n`, [token]],
    [
      ".m2/settings.xml",
      `<servers><server><username>ann</username><password>${password}</password></server></servers>`,
      [password],
    ],
    [".cargo/credentials.toml", `[registry]\ntoken = "${token}"`, [token]],
    [".my.cnf", `[client]\nuser=ann\npassword="${password}"\nhost=localhost`, [password]],
  ])("%s gives its secrets and nothing else", async (path, text, expected) => {
    const home = tempFolder();
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
    const values = new Set((await collectSecrets({ home })).map(({ value }) => value));
    expect([...values].toSorted()).toEqual([...expected].toSorted());
  });

  it("one of a store holds one secret, by its name", async () => {
    const store = tempFolder();
    writeFileSync(join(store, "SHOP"), `${password}\n`);
    mkdirSync(join(store, "folder"));
    expect(await collectSecrets({ store })).toEqual([{ name: "SHOP", value: password }]);
    expect(await collectSecrets({ store: join(store, "none") })).toEqual([]);
  });

  it("one of a store may be a link", async () => {
    const [store, elsewhere] = [tempFolder(), tempFolder()];
    writeFileSync(join(elsewhere, "shop"), password);
    symlinkSync(join(elsewhere, "shop"), join(store, "SHOP"));
    expect(await collectSecrets({ store })).toEqual([{ name: "SHOP", value: password }]);
  });
});

describe("a file whose format is not known", () => {
  const secretsOf = async (name: string, text: string) => {
    const path = join(tempFolder(), name);
    writeFileSync(path, text);
    return (await collectSecrets({ files: [path] })).map(({ value }) => value);
  };

  /** Among variables of all kinds it would be the name of something. */
  const digits = randomText(32, 42, "0123456789abcdef");

  it.each([
    ["a.json", JSON.stringify({ plain: digits, name: password }), [digits]],
    ["a.json", JSON.stringify({ password: `"${password}"` }), [`"${password}"`]],
    [".env", `PLAIN=${digits}`, [digits]],
    ["a.ini", `plain = ${digits}`, [digits]],
    ["a.xml", `<plain>${digits}</plain>`, [digits]],
    ["a.json", `{"plain": "${token}", "note": "a=${password}"}`, [token]],
    ["a.json", `{"password": "${password}"`, [password]],
    ["a.ini", `[a]\nplain = ${token}\nname = ${password}`, [token]],
    ["a.txt", `see https://ann:${password}@h.example.com/x and db:5432:shop:ann:${password}`, [password]],
    ["a.txt", `${token}\n${token}`, []],
    ["a.txt", `\uFEFFpassword=${password}`, [password]],
    ["KEY", "", []],
    ["KEY", `  ${password}\n`, [password]],
  ])("%s: %s", async (name, text, expected) => {
    expect([...new Set(await secretsOf(name, text))]).toEqual(expected);
  });
});

describe("a credential file anywhere", () => {
  it.each([
    "sub/.env.local",
    "a/credentials",
    ".netrc",
    "deploy/secrets.yaml",
    "terraform.tfvars",
    "x/CREDENTIALS.json",
    ..."accessTokens.json msal_token_cache.json credentials.toml application_default_credentials.json".split(
      " ",
    ),
    ...".git-credentials gradle.properties rclone.conf .my.cnf _netrc .npmrc .pgpass .pypirc .envrc .vault-token".split(
      " ",
    ),
    ...".yarnrc.yml credentials.tfrc.json .htpasswd .dockercfg auth.json credentials.yml credentials.yaml".split(
      " ",
    ),
    ..."secrets.json secrets.yml secrets.yaml secrets.toml service-account.json terraform.tfvars".split(" "),
  ])("%s is one", (path) => expect(isCredentialFile(path)).toBe(true));

  it.each([
    ".env.example",
    "src/config.yaml",
    "config",
    "config.json",
    "config.yaml",
    "hosts.yml",
    "settings.xml",
    "environment.ts",
    "hub",
  ])("%s is none", (path) => expect(isCredentialFile(path)).toBe(false));
});

describe("in a slot for secrets", () => {
  it.each([password, token, `Bearer ${password}`, "6f1c0bd2-93a5-4cf0-8c33-1d2e7a55a0c1", "hunter2x9"])(
    "%s is one",
    (value) => {
      expect(secretsIn("ANY", value, "slot")).toEqual([{ name: "ANY", value: value.replace("Bearer ", "") }]);
    },
  );

  it.each([
    "debug",
    "true",
    "/home/me/projects",
    "http://localhost:3000",
    "some-model-4o-mini-2024-07-18",
    "--max-old-space-size=4096",
    "application/json",
    "eu-central-1",
    "${API_TOKEN}",
    "Bearer ${API_TOKEN}",
    "ann@example.com",
    "v20.11.1",
  ])("%s is none", (value) => {
    expect(secretsIn("ANY", value, "slot")).toEqual([]);
  });
});
