import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { collectSecrets } from "../src/index.ts";
import { randomText } from "./secrets.ts";
import { tempFolder } from "./temp-folder.ts";

const random = randomText(32, 1);
const hex = randomText(32, 2, "0123456789abcdef");

const valuesOf = async (env: Record<string, string>) =>
  (await collectSecrets({ env })).map(({ value }) => value);

describe("of the environment", () => {
  it.each([
    "API_KEY",
    "GITHUB_TOKEN",
    "npm_config__authToken",
    "clientSecret",
    "DB_PASSWORD",
    "MYSQL_PASSWD",
    "GOOGLE_CREDENTIALS",
    "SSH_PRIVATE",
    "SENTRY_DSN",
    "AZURE_CONNECTION_STRING",
    "GH_PAT",
    "PGPASSWORD",
    "MYSQL_PWD",
    "SSHPASS",
    "JWT",
    "AUTHORIZATION",
    "REDISCLI_AUTH",
    "SESSION_COOKIE",
    "MYSQLPASSWORD",
    "AZURE_STORAGE_SAS",
  ])("%s is a secret", async (name) => {
    expect(await collectSecrets({ env: { [name]: random } })).toEqual([{ name, value: random }]);
  });

  it.each([
    "PATH",
    "EDITOR",
    "MONKEY",
    "KEYBOARD",
    "TOKENIZER",
    "PWD",
    "SECRETARY",
    "CONNECTION",
    "BUILD_ID",
    "SHELL",
    "AUTHOR",
    "COMPASS",
    "BYPASS",
  ])("%s is none by its name", async (name) => {
    expect(await collectSecrets({ env: { [name]: "Xk9mQ2vv" } })).toEqual([]);
  });

  it.each([
    "GIT_COMMIT",
    "IMAGE_DIGEST",
    "npm_package_integrity",
    "BUILD_ID",
    "SSH_PUBLIC_HALF",
    "SKEIN_MODEL",
  ])("%s is not a secret, however random", async (name) => {
    expect(await collectSecrets({ env: { [name]: random } })).toEqual([]);
  });

  it.each([
    "production",
    "localhost",
    "true",
    "changeme",
    "change-me",
    "CHANGE_ME_123",
    "password123",
    "secret!",
    "30000000",

    "1234567",
    "us-east-1",
    "aes-256-gcm",
    "postgres16",
    "my-production-database",
    "myApplicationName",
    "x-api-key-header",

    "/home/me/.ssh/id_ed25519",
    "~/.config/key.json",
    "./secrets/key",
    "C:\\keys\\a.pem",
    "2026-01-01T10:00:00Z",

    "<your-token>",
    "${GITHUB_TOKEN}",
    "$TOKEN_NAME",
    "{{ token }}",
    "xxxxxxxxxxxxxxxx",
    "****************",
    "aaaaaaaabbbb",

    "https://auth.example.com/oauth/token",
    "registry.example.com:5000/team/image",
    "127.0.0.1:8080",
    "1.22.333-4444",

    "a sentence of words that explains something",
    "internationalization",
    "",
    "   short ",
  ])("SOME_KEY=%s is none", async (value) => {
    expect(await valuesOf({ SOME_KEY: value })).toEqual([]);
  });

  it.each([
    hex,
    "hunter2-Hunter2!",
    "Xk9$mQ2!",
    "p@ssw0rd-9f3",
    `/${randomText(39, 3)}`,
    "zqxjkvbpygfwmctr",
    "a1b2-c3d4-e5f6-g7h8",

    "6f1c0bd2-93a5-4cf0-8c33-1d2e7a55a0c1",
    "sk-live-Zk3xPq",
  ])("SOME_KEY=%s is one", async (value) => {
    expect(await valuesOf({ SOME_KEY: value })).toEqual([value]);
  });

  it("the token of a header, and the password in it", async () => {
    expect(await valuesOf({ AUTHORIZATION: `Bearer ${random}`, HEADER: "Bearer Xk9mQ2vv" })).toEqual([
      random,
      "Xk9mQ2vv",
    ]);
    const basic = Buffer.from("ann:Xk9mQ2vv").toString("base64");
    expect(await valuesOf({ AUTHORIZATION: `Basic ${basic}` })).toEqual([basic, "Xk9mQ2vv"]);
    const docker = JSON.stringify({ auths: { "registry.example.com": { auth: basic } } });
    expect(await valuesOf({ DOCKER_AUTH_CONFIG: docker })).toEqual([basic, "Xk9mQ2vv"]);
  });

  it.each([
    randomText(20, 31),
    randomText(24, 32),
    randomText(32, 33),
    randomText(48, 34, "0123456789abcdef"),
    randomText(36, 35, "0123456789abcdefghijklmnopqrstuvwxyz"),
    `${randomText(20, 36)}+/${randomText(20, 37)}==`,
    "kQ7!x2Zp#9vLw",
  ])("SOMETHING=%s is a secret: it is random beyond doubt", async (value) => {
    expect(await valuesOf({ SOMETHING: value })).toEqual([value]);
  });

  it.each([
    "/home/me/bin:/usr/local/sbin:/usr/bin",
    "/nix/store/0c5sfq7hb1v2ndwv9cqbjkjv1gk4y3mz-hello-2.12/bin",
    "~/projects/app",
    "./node_modules/.bin",
    "/tmp/ssh-XXXXXXa1b2c3d4e5/agent.12345",
    "C:\\Users\\me\\AppData\\Local\\Temp",
    "https://example.com/a1B2c3D4e5F6g7H8i9J0/page",
    "unix:path=/run/user/1000/bus,guid=6a7b0d1c2e3f405162738495a6b7c8d9",
    "en_GB.UTF-8",
    "xterm-256color",
    "true",
    "1000",
    "v24.21.0",
    "11.0.2+9-LTS-20260101",
    "npm/10.2.4 node/v20.11.1 linux x64",
    "x86_64-unknown-linux-gnu",
    "6f1c0bd2-93a5-4cf0-8c33-1d2e7a55a0c1",
    "github_6f1c0bd2-93a5-4cf0-8c33-1d2e7a55a0c1",
    "w0t0p0:6F1C0BD2-93A5-4CF0-8C33-1D2E7A55A0C1",
    "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "20261122-153012-k3f9",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "registry.example.com/team/app@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "i-0abcd1234ef567890",
    "507f1f77bcf86cd799439011",
    "A035C8C19219BA821ECEA86B64E628F8D684696D",
    "MyCompanyProject2031Backend1",
    "Release-2031-Q4-RC1-Build7",
    "Visual_Studio_2031_x64",
    "/opt/Team2/Some/Folder/With4/Names",
    "getHTTPServerURL2",
    "linux-x64-Node20-RC2-Debug",
    "JetBrains-Toolbox-2031",
    "Europe/Isle_of_Man",
    "gpt4turbopreview2031x1",
    "feature/ABC-1234-add-the-thing",
    "my-pod-7d9f8b6c5d-x2x9k",
    "ip-10-0-12-34.eu-central-1.compute.internal",
    "rs=0:di=01;34:ln=01;36:mh=00:pi=40;33",
    "exfxcxdxbxegedabagacad",
    "GxFxCxDxBxegedabagaced12",
    "ExGxFxdxCxDxDxhbadExEx",
    "\\u@\\h:\\w\\$ ",
    "--max-old-space-size=8192",
    "-Xmx2048m",
    "2026-01-01T10:00:00.123Z",
    "ann@example.com",
    "git@github.com:team/app.git",
    "10.0.0.1,10.0.0.2,.example.com",
    "postgres16-alpine3.20",
  ])("SOMETHING=%s is none", async (value) => {
    expect(await valuesOf({ SOMETHING: value })).toEqual([]);
  });

  it.each([
    [24, undefined],
    [32, undefined],
    [36, "0123456789abcdef"],
    [44, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"],
    [43, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"],
  ])("of random values of %i characters of %s nearly all show themselves", async (length, alphabet) => {
    const values = Array.from({ length: 500 }, (_, index) => randomText(length, index + 100, alphabet));
    const found = await Promise.all(values.map((value) => valuesOf({ SOMETHING: value })));
    expect(found.filter(({ length: count }) => count === 1).length).toBeGreaterThan(475);
  });

  it("a password may be what people choose", async () => {
    expect(await valuesOf({ DB_PASSWORD: "Sommer2031", KEY_NAME: "Sommer2031" })).toEqual(["Sommer2031"]);
    expect(await valuesOf({ PASSPHRASE: "correct horse battery staple" })).toEqual([
      "correct horse battery staple",
    ]);
    expect(await valuesOf({ DB_PASSWORD: "password1234" })).toEqual([]);
  });

  it("the password in an address is the secret, under any name", async () => {
    expect(await valuesOf({ DATABASE: "postgres://app:Xk9mQ2vv@db:5432/app?ssl=1" })).toEqual(["Xk9mQ2vv"]);
    expect(await valuesOf({ SENTRY_DSN: `https://${hex}@errors.example.com/42` })).toEqual([hex]);
    expect(await valuesOf({ HTTP_PROXY: `http://me:${random}@proxy:3128` })).toEqual([random]);
    expect(
      await valuesOf({ DB: "postgres://postgres:postgres@localhost/db", AUTH: "app:Xk9mQ2vv@tcp(db)/x" }),
    ).toEqual(["Xk9mQ2vv"]);
  });

  it("the fields of connection strings and of JSON are judged one by one", async () => {
    const fields = `Server=tcp:db.example.com;Database=shop;User Id=app;Password=${random};Encrypt=true`;
    expect(await valuesOf({ CONNECTION_STRING: fields })).toEqual([random]);
    const account = {
      type: "service_account",
      private_key_id: hex,
      client_email: "a@b.example.com",
      nested: { token: random },
    };
    expect(await valuesOf({ SERVICE: JSON.stringify(account) })).toEqual([hex, random]);
  });
});

describe("of .env files", () => {
  it("values are secret by their names or by themselves", async () => {
    const folder = tempFolder();
    writeFileSync(
      join(folder, ".env"),
      [
        "# comment",
        "HOME_KEY=production",
        "PORT=3000",
        "MODEL=some-model-4o-mini-2026-07-18",
        "TENANT=6f1c0bd2-93a5-4cf0-8c33-1d2e7a55a0c1",
        "ROLE=arn:aws:iam::123456789012:role/MyRole",
        `export SESSION="${random}"`,
        `MULTI='-----BEGIN X-----\n${hex}\n-----END X-----'`,
        "SHORT_TOKEN=abc",
        "DB_PASSWORD=Xk9mQ2vv # the old one",
      ].join("\n"),
    );
    expect(await collectSecrets({ folders: [folder] })).toEqual([
      { name: "DB_PASSWORD", value: "Xk9mQ2vv" },
      { name: "SESSION", value: random },
    ]);
  });

  it("all of a folder are read, but no samples", async () => {
    const folder = tempFolder();
    const names = [
      ".env",
      ".env.local",
      ".env.production",
      ".env.example",
      ".env.local.sample",
      ".env.template",
      "x.env",
      ".envrc",
    ];
    for (const name of names) writeFileSync(join(folder, name), `A_TOKEN=${name.length}${random}${name}`);
    const values = (await collectSecrets({ folders: [folder] })).map(({ value }) => value);
    expect(values).toEqual(
      [".env", ".env.local", ".env.production"].map((name) => `${name.length}${random}${name}`),
    );
    expect(await collectSecrets({ files: [join(folder, "x.env")] })).toHaveLength(1);
  });

  it("that cannot be read are skipped", async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, ".env"));
    writeFileSync(join(folder, ".env.large"), `A_TOKEN=${random}\n`.repeat(40_000));
    writeFileSync(join(folder, ".env.closed"), `A_TOKEN=${random}`);
    chmodSync(join(folder, ".env.closed"), 0o000);
    writeFileSync(join(folder, ".env.local"), `B_TOKEN=${hex}\0\nnot a line\n=\n`);
    const names = (
      await collectSecrets({ folders: [folder, join(folder, "none")], files: ["/none/.env"] })
    ).map(({ name }) => name);
    expect(names.filter((name) => name !== "A_TOKEN")).toEqual(["B_TOKEN"]);
  });
});
