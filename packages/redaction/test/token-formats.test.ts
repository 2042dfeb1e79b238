import { describe, expect, it } from "vitest";
import { createRedactor } from "../src/index.ts";
import { key, randomText } from "./secrets.ts";

const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const hex = "0123456789abcdef";
const r = randomText;

/** Put together here, so that no scanner takes this file for a leak. */
const tokens: readonly (readonly [name: string, value: string])[] = [
  ["ANTHROPIC_KEY", `sk-ant-api03-${r(93, 1)}-${r(6, 2)}AA`],
  ["OPENAI_KEY", `sk-proj-${r(74, 3)}T3BlbkFJ${r(74, 4)}`],
  ["OPENROUTER_KEY", `sk-or-v1-${r(64, 5, hex)}`],
  ["API_KEY", `sk-${r(48, 6)}`],
  ["GOOGLE_API_KEY", `AIza${r(35, 7)}`],
  ["GOOGLE_CLIENT_SECRET", `GOCSPX-${r(28, 8)}`],
  ["GOOGLE_ACCESS_TOKEN", `ya29.${r(100, 9)}`],
  ["GITHUB_TOKEN", `ghp_${r(36, 10)}`],
  ["GITHUB_TOKEN", `gho_${r(36, 11)}`],
  ["GITHUB_TOKEN", `ghs_${r(36, 12)}`],
  ["GITHUB_TOKEN", `github_pat_${r(22, 13)}_${r(59, 14)}`],
  ["GITLAB_TOKEN", `glpat-${r(20, 15)}`],
  ["SLACK_TOKEN", `xoxb-${r(12, 16, "0123456789")}-${r(24, 17)}`],
  ["AWS_ACCESS_KEY_ID", `AKIA${r(16, 18, upper)}`],
  ["AWS_ACCESS_KEY_ID", `ASIA${r(16, 19, upper)}`],
  ["NPM_TOKEN", `npm_${r(36, 20)}`],
  ["PYPI_TOKEN", `pypi-AgEIcHlwaS5vcmc${r(120, 21)}`],
  ["HUGGING_FACE_TOKEN", `hf_${r(34, 22)}`],
  ["STRIPE_KEY", `sk_live_${r(24, 23)}`],
  ["STRIPE_KEY", `rk_live_${r(24, 24)}`],
  ["WEBHOOK_SECRET", `whsec_${r(32, 25)}`],
  ["GROQ_KEY", `gsk_${r(52, 26)}`],
  ["SENDGRID_KEY", `SG.${r(22, 27)}.${r(43, 28)}`],
  ["DIGITALOCEAN_TOKEN", `dop_v1_${r(64, 29, hex)}`],
  ["SHOPIFY_TOKEN", `shpat_${r(32, 30, hex)}`],
  ["VAULT_TOKEN", `hvs.${r(90, 31)}`],
  ["JWT", `eyJ${r(33, 32)}.eyJ${r(150, 33)}.${r(43, 34)}`],
];

const around: readonly ((token: string) => string)[] = [
  (token) => token,
  (token) => `export TOKEN=${token}\n`,
  (token) => `{"token":"${token}","n":1}`,
  (token) => `"log\\n${token}\\nend"`,
  (token) => `curl -H 'X-Key: ${token}' https://example.com`,
  (token) => `see https://example.com/?key=${token}&n=1`,
  (token) => `a sentence (with ${token}).`,
  (token) => `[${token}, "${token}"]`,
  (token) => `key%3D${token} \\u003d${token}`,
  (token) => `\u001b[01;31m${token}\u001b[0m`,
];

const hide = (text: string) => createRedactor({ key, secrets: [] }).redact(text);

describe("a token of a well-known format", () => {
  it.each(tokens)("%s is found wherever it stands", (name, value) => {
    for (const [index, put] of around.entries()) {
      const redactor = createRedactor({ key, secrets: [] });
      const text = put(value);
      const hidden = redactor.redact(text);
      expect(hidden, `in ${index}`).not.toContain(value);
      expect(hidden).toMatch(new RegExp(`__SECRET_${name}_[0-9a-f]{10}__`));
      expect(redactor.restore(hidden)).toBe(text);
      expect(hidden.replaceAll(/__SECRET_\w+?__/g, value)).toBe(text);
    }
  });

  it("is known from then on, in every form", () => {
    const redactor = createRedactor({ key, secrets: [] });
    const value = `npm_${r(36, 40)}`;
    redactor.redact(value);
    expect(redactor.redact(`x${value}x`)).toMatch(/^x__SECRET_NPM_TOKEN_\w+__x$/);
    expect(redactor.redact(Buffer.from(`me:${value}`).toString("base64"))).toContain("_B64X");
  });

  it("keeps its place in what is forgotten: the newest stay known", () => {
    const own = { name: "OWN", value: "own-value-1" };
    const redactor = createRedactor({ key, secrets: [own, { ...own, name: "SECOND_NAME" }] });
    const values = Array.from({ length: 5_000 }, (_, index) => `ghp_${r(36, 1_000 + index)}`);
    const hidden = values.map((value) => redactor.redact(`a ${value} b`));
    expect(hidden.filter((text) => !text.includes("__SECRET_GITHUB_TOKEN_"))).toEqual([]);
    expect(redactor.restore(hidden.at(-1)!)).toBe(`a ${values.at(-1)} b`);
    expect(redactor.restore(hidden[0]!)).toBe(hidden[0]);
    expect(redactor.redact(values[0]!)).toBe(hidden[0]!.slice(2, -2));
    expect(redactor.redact("own-value-1")).toMatch(/^__SECRET_OWN_\w+__$/);
  });
});

describe("a secret that what stands around it gives away", () => {
  const aws = `${r(20, 50)}/${r(18, 51)}+`;
  it.each([
    [
      "a password in an address",
      (value: string) => `DATABASE=postgres://app:${value}@db.internal:5432/app`,
      "URL_PASSWORD",
      r(14, 52),
    ],
    ["a bearer token", (value: string) => `Authorization: Bearer ${value}`, "BEARER_TOKEN", r(40, 53)],
    [
      "basic credentials",
      (value: string) => `"Authorization": "Basic ${value}"`,
      "BEARER_TOKEN",
      `${r(30, 54)}==`,
    ],
    [
      "an AWS secret by its name",
      (value: string) => `aws_secret_access_key = ${value}`,
      "AWS_SECRET_ACCESS_KEY",
      aws,
    ],
    [
      "an AWS secret in JSON",
      (value: string) => `{"SecretAccessKey":"${value}"}`,
      "AWS_SECRET_ACCESS_KEY",
      aws,
    ],
    [
      "an AWS secret near its id",
      (value: string) => `AKIA${r(16, 55, upper)},${value}`,
      "AWS_SECRET_ACCESS_KEY",
      aws,
    ],
    [
      "a Slack webhook",
      (value: string) => `https://hooks.slack.com/services/${value}`,
      "WEBHOOK",
      `T${r(8, 56, upper)}/B${r(8, 57, upper)}/${r(24, 58)}`,
    ],
    [
      "a private key",
      (value: string) => `-----BEGIN EC PRIVATE KEY-----\n${value}\n-----END`,
      "PRIVATE_KEY",
      r(64, 59),
    ],
    [
      "an escaped one",
      (value: string) => `"-----BEGIN PRIVATE KEY-----${value}-----END"`,
      "PRIVATE_KEY",
      `\\n${r(64, 60)}\\n`,
    ],
  ])("%s", (_, put, name, value) => {
    const redactor = createRedactor({ key, secrets: [] });
    const hidden = redactor.redact(put(value));
    expect(
      hidden
        .replace(/__SECRET_(\w+)_[0-9a-f]{10}__(?!.*__SECRET)/, "[$1]")
        .replace(/__SECRET_AWS_A\w+__/, "id"),
    ).toBe(put(`[${name}]`).replace(/AKIA\w{16}/, "id"));
    expect(redactor.restore(hidden)).toBe(put(value));
  });
});

describe("what only looks like a secret", () => {
  it.each([
    "sk-circle-fade-dot sk-learn-contrib-packages-and-more",
    "sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx ghp_0000000000000000000000000000000000000",
    ["AKIA", "IOSFODNN7", "EXAMPLE"].join(""),
    "Authorization: Bearer $TOKEN, Bearer <token>, Bearer authentication_is_required_here",
    "postgres://postgres:postgres@localhost/db mysql://root:${DB_PASSWORD}@db redis://:password@cache",
    "https://example.com:8080/a@b/c npm:@scope/name@1.2.3 http://localhost:3000/img@2x.png",
    `sha1 ${r(40, 61, hex)} sha256:${r(64, 62, hex)} and the secret is in the file`,
    "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA\n-----END PUBLIC KEY-----",
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    "/usr/lib/node_modules/npm/node_modules/graceful-fs/package.json",
    "packages/provider-anthropic/src/request/thinking.ts:62: return answersCalls",
    "6f1c0bd2-93a5-4cf0-8c33-1d2e7a55a0c1 2026-01-01T00:00:00.000Z",
    "mybase_npm_install_and_run_the_thing_ghp_ eyJ.eyJ. eyJhbGciOi...",
  ])("stays: %s", (text) => {
    expect(hide(text)).toBe(text);
  });

  it("stays when nothing is to be looked for", () => {
    const text = `ghp_${r(36, 63)}`;
    expect(createRedactor({ key, secrets: [], patterns: false }).redact(text)).toBe(text);
  });
});
