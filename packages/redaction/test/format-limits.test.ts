import { describe, expect, it } from "vitest";
import { createRedactor } from "../src/index.ts";
import { key, randomText } from "./secrets.ts";

const hex = "0123456789abcdef";
const small = "abcdefghijklmnopqrstuvwxyz0123456789";
const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

interface Format {
  readonly name: string;
  /** All of them. */
  readonly heads: readonly string[];
  /** The fewest characters after a head. */
  readonly least: number;
  readonly alphabet?: string;
}

const formats: readonly Format[] = [
  { name: "ANTHROPIC_KEY", heads: ["sk-ant-"], least: 20 },
  { name: "OPENROUTER_KEY", heads: ["sk-or-v1-"], least: 32 },
  { name: "OPENAI_KEY", heads: ["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"], least: 20 },
  { name: "API_KEY", heads: ["sk-"], least: 32 },
  { name: "GOOGLE_API_KEY", heads: ["AIza"], least: 35 },
  { name: "GOOGLE_CLIENT_SECRET", heads: ["GOCSPX-"], least: 28 },
  { name: "GOOGLE_ACCESS_TOKEN", heads: ["ya29."], least: 30 },
  { name: "GITHUB_TOKEN", heads: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], least: 36 },
  { name: "GITHUB_TOKEN", heads: ["github_pat_"], least: 50 },
  {
    name: "GITLAB_TOKEN",
    heads: ["glpat-", "gldt-", "glrt-", "glptt-", "glsoat-", "glcbt-", "glft-"],
    least: 20,
  },
  {
    name: "SLACK_TOKEN",
    heads: ["xoxa-", "xoxb-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-"],
    least: 16,
  },
  { name: "SLACK_TOKEN", heads: ["xapp-1-"], least: 20 },
  { name: "AWS_ACCESS_KEY_ID", heads: ["AKIA", "ASIA", "ABIA", "ACCA"], least: 16, alphabet: base32 },
  { name: "NPM_TOKEN", heads: ["npm_"], least: 36 },
  { name: "PYPI_TOKEN", heads: ["pypi-"], least: 50 },
  { name: "HUGGING_FACE_TOKEN", heads: ["hf_"], least: 30 },
  { name: "STRIPE_KEY", heads: ["sk_live_", "sk_test_", "rk_live_", "rk_test_"], least: 16 },
  { name: "WEBHOOK_SECRET", heads: ["whsec_"], least: 24 },
  { name: "GROQ_KEY", heads: ["gsk_"], least: 40 },
  { name: "XAI_KEY", heads: ["xai-"], least: 60 },
  { name: "NVIDIA_KEY", heads: ["nvapi-"], least: 40 },
  { name: "DIGITALOCEAN_TOKEN", heads: ["doo_v1_", "dop_v1_", "dor_v1_"], least: 64, alphabet: hex },
  {
    name: "SHOPIFY_TOKEN",
    heads: ["shpat_", "shpca_", "shppa_", "shpss_"],
    least: 32,
    alphabet: "0123456789ABCDEFabcdef",
  },
  { name: "DATABRICKS_TOKEN", heads: ["dapi"], least: 32, alphabet: hex },
  { name: "VAULT_TOKEN", heads: ["hvs.", "hvb."], least: 24 },
  { name: "LINEAR_KEY", heads: ["lin_api_"], least: 40 },
  { name: "NOTION_TOKEN", heads: ["ntn_"], least: 40 },
  { name: "AGE_SECRET_KEY", heads: ["AGE-SECRET-KEY-1"], least: 58, alphabet: capitals },
];

const hide = (text: string): string =>
  createRedactor({ key, secrets: [] })
    .redact(text)
    .replaceAll(/__SECRET_(\w+?)_[0-9a-f]{10}__/g, "[$1]");

describe("the shortest token of a format", () => {
  const cases = formats.flatMap(({ heads, ...format }) => heads.map((head) => ({ head, ...format })));

  it.each(cases)(
    "$head… is hidden as $name, and a shorter one is none",
    ({ head, name, least, alphabet }) => {
      const body = randomText(least, least, alphabet);
      expect(hide(`x ${head}${body} y`)).toBe(`x [${name}] y`);
      const shorter = `x ${head}${body.slice(1)} y`;
      expect(hide(shorter)).toBe(shorter);
      const elsewhere = `x ${head.slice(0, -1)}:${body} y`;
      expect(hide(elsewhere)).not.toContain(`[${name}]`);
    },
  );

  it.each([
    ["JWT", ["eyJ", 10, ".eyJ", 10, ".", 10]],
    ["SENDGRID_KEY", ["SG.", 22, ".", 43]],
  ] as const)("%s, of several parts, needs each of them: %j", (name, parts) => {
    const withLess = (at: number): string =>
      parts
        .map((part, index) =>
          typeof part === "string" ? part : randomText(part, index + 1).slice(index === at ? 1 : 0),
        )
        .join("");
    expect(hide(`x ${withLess(-1)} y`)).toBe(`x [${name}] y`);
    const tooShort = [...parts.keys()].filter((at) => typeof parts[at] === "number").map(withLess);
    expect(tooShort.map((token) => hide(`x ${token} y`))).toEqual(tooShort.map((token) => `x ${token} y`));
  });

  it("ends where its format does", () => {
    const body = randomText(16, 1, base32);
    expect(hide(`x AKIA${body}/ y`)).toBe("x [AWS_ACCESS_KEY_ID]/ y");
    expect(hide(`x AKIA${body}A y`)).toBe(`x AKIA${body}A y`);
    expect(hide(`x npm_${randomText(36, 2)}.tgz y`)).toBe("x [NPM_TOKEN].tgz y");
  });

  it("has more than a few different characters, and is not the example of a manual", () => {
    const seven = `x ghp_${"abc".repeat(12)} y`;
    expect(hide(seven)).toBe(seven);
    expect(hide(`x ghp_${"abcd".repeat(9)} y`)).toBe("x [GITHUB_TOKEN] y");
    const example = `x AKIA${randomText(9, 3, base32)}EXAMPLE y`;
    expect(hide(example)).toBe(example);
    expect(hide(`x AKIAEXAMPLE${randomText(9, 3, base32)} y`)).toBe("x [AWS_ACCESS_KEY_ID] y");
  });
});

/** Each in a text of its own: a token that was found once is known in the rest of a text. */
describe("a token begins", () => {
  const token = `ghp_${randomText(36, 4)}`;
  /** `task-…` is an ordinary word. */
  const weak = `sk-${randomText(40, 4)}`;
  const before =
    "\\n \\r \\t \\u003d \\u003D %3D %3d %20 \u001b[1m \u001b[31m \u001b[01;31m \u001b[0;131m = / : . @ & # x= key%3D \\\\n";

  it.each(before.split(" "))("after %j", (text) => {
    expect(hide(`${text}${token} y`)).toBe(`${text}[GITHUB_TOKEN] y`);
    expect(hide(`${text}${weak} y`)).toBe(`${text}[API_KEY] y`);
  });

  it.each("x 0 - _ xn u003d 3D 31m %3 %3G %3Dx [m ;1234m".split(" "))(
    "after %j with its own prefix only",
    (text) => {
      expect(hide(`${text}${token} y`)).toBe(`${text}[GITHUB_TOKEN] y`);
      expect(hide(`${text}${weak} y`)).toBe(`${text}${weak} y`);
    },
  );

  it("again after another one", () => {
    const other = `npm_${randomText(36, 5)}`;
    expect(hide(`${token}&${other}=${token}`)).toBe("[GITHUB_TOKEN]&[NPM_TOKEN]=[GITHUB_TOKEN]");
    expect(hide(`a=%3D${token}%0A${other}`)).toBe("a=%3D[GITHUB_TOKEN]%0A[NPM_TOKEN]");
  });
});

const mixed40 = `${randomText(37, 6)}aB3`;
const slack = randomText(20, 7);
const discord = `${randomText(17, 8, "0123456789")}/${randomText(60, 9)}`;
const bearer = `${randomText(15, 10)}1`;

describe("what stands before it", () => {
  it.each([
    ["AWS_SECRET_ACCESS_KEY=", mixed40, "AWS_SECRET_ACCESS_KEY"],
    ["aws-secret: ", mixed40, "AWS_SECRET_ACCESS_KEY"],
    ["awssecret: ", mixed40, "AWS_SECRET_ACCESS_KEY"],
    ["aws_secret ", mixed40, "AWS_SECRET_ACCESS_KEY"],
    ["secret-access-key ", mixed40, "AWS_SECRET_ACCESS_KEY"],
    ["secretAccessKey: ", mixed40, "AWS_SECRET_ACCESS_KEY"],
    [`aws_secret${" ".repeat(190)}`, mixed40, "AWS_SECRET_ACCESS_KEY"],
    ["Bearer ", bearer, "BEARER_TOKEN"],
    ["bearer \t ", bearer, "BEARER_TOKEN"],
    ["basic ", `${bearer}==`, "BEARER_TOKEN"],
    ["Authorization: token ", bearer, "BEARER_TOKEN"],
    ["https://hooks.slack.com/services/", slack, "WEBHOOK"],
    ["https://hooks.slack.com/workflows/", slack, "WEBHOOK"],
    ["https://hooks.slack.com/triggers/", slack, "WEBHOOK"],
    ["https://discord.com/api/webhooks/", discord, "WEBHOOK"],
    ["discord.com/api/webhooks/", discord, "WEBHOOK"],
    ["https://discordapp.com/api/webhooks/", discord, "WEBHOOK"],
  ])("tells a secret: %s", (before, value, name) => {
    expect(hide(`x ${before}${value} y`)).toBe(`x ${before}[${name}] y`);
  });

  it("may be the id of an AWS key of either kind", () => {
    for (const head of ["AKIA", "ASIA"])
      expect(hide(`${head}${randomText(16, 15, base32)} ${mixed40}`)).toBe(
        "[AWS_ACCESS_KEY_ID] [AWS_SECRET_ACCESS_KEY]",
      );
  });

  it.each([
    ["secret ", mixed40],
    ["aws_key ", mixed40],
    [`aws_secret${" ".repeat(200)}`, mixed40],
    ["aws_secret ", `${mixed40}x`],
    ["aws_secret ", `x${mixed40}`],
    ["aws_secret ", mixed40.slice(1)],
    ["aws_secret ", randomText(40, 11, small)],
    ["aws_secret ", randomText(40, 12, capitals)],
    ["aws_secret ", randomText(40, 13, "abcdefghijklmNOPQRSTUVWXYZ")],
    ["Bearer     ", bearer],
    ["forbearer ", bearer],
    ["Bearer: ", bearer],
    ["Bearer ", bearer.slice(1)],
    ["Bearer $", bearer],
    ["https://slack.com/services/", slack],
    ["https://hooks.slack.com/services/", slack.slice(1)],
    ["https://discord.com/api/", discord],
  ])("tells nothing: %s%s", (before, value) => {
    const text = `x ${before}${value} y`;
    expect(hide(text)).toBe(text);
  });
});

describe("a password in an address", () => {
  const password = "Xk9mQ2vB";

  it.each([
    [`http://ann:${password}@h`, "http://ann:[URL_PASSWORD]@h"],
    [`/home/ann/https:/ann:${password}@h`, "/home/ann/https:/ann:[URL_PASSWORD]@h"],
    [`redis://:${password}@h`, "redis://:[URL_PASSWORD]@h"],
    [`http://${"a".repeat(128)}:${password}@h`, `http://${"a".repeat(128)}:[URL_PASSWORD]@h`],
    [`a=http://b:${password}@h,c=http://d:e@h`, "a=http://b:[URL_PASSWORD]@h,c=http://d:e@h"],
  ])("is one: %s", (text, expected) => expect(hide(text)).toBe(expected));

  it.each([
    `http://${"a".repeat(129)}:${password}@h`,
    `http://ann:${password.slice(1)}@h`,
    `http:ann:${password}@h`,
    `/ann:${password}@h`,
    `http://ann/${password}@h`,
    `http://ann/a:${password}@h`,
    `http://ann:80/${password}@h`,
    `http://ann?a:${password}@h`,
    `http://ann#a:${password}@h`,
    `http://ann:a?${password}@h`,
    `http://ann:${password}`,
  ])("is none: %s", (text) => expect(hide(text)).toBe(text));
});

describe("a private key", () => {
  const body = randomText(64, 16);
  const block = (header: string, between: string, rest = `-----END ${header}-----`): string =>
    `-----BEGIN ${header}-----${between}${rest}`;

  it.each([
    "PRIVATE KEY",
    "RSA PRIVATE KEY",
    "ENCRYPTED PRIVATE KEY",
    "PGP PRIVATE KEY BLOCK",
    "ONE TWO THREE PRIVATE KEY",
  ])("is one in a block of %s", (header) => {
    expect(hide(block(header, body))).toBe(block(header, "[PRIVATE_KEY]"));
  });

  it.each([
    ["another block", block("PUBLIC KEY", body)],
    ["too many words before it", block("ONE TWO THREE FOUR PRIVATE KEY", body)],
    ["too little in it", block("PRIVATE KEY", body.slice(1))],
    ["few different characters", block("PRIVATE KEY", "abcdefghijklmno".repeat(5))],
    ["too much in it", block("PRIVATE KEY", "0123456789abcdefg".repeat(2_000))],
    ["no end", block("PRIVATE KEY", body, "")],
    ["another beginning before its end", block("PRIVATE KEY", body, "-----BEGIN CERTIFICATE-----")],
  ])("is none with %s", (_, text) => expect(hide(text)).toBe(text));

  it("is found after one that is none", () => {
    const open = "-----BEGIN PRIVATE KEY-----";
    expect(hide(`${open}${open}${body}-----END`)).toBe(`${open}${open}[PRIVATE_KEY]-----END`);
    expect(hide(`-----BEGIN PUBLIC KEY-----${open}${body}-----END`)).toContain("[PRIVATE_KEY]");
  });

  it("is given out by a stream as soon as its end has begun", () => {
    const stream = createRedactor({ key, secrets: [] }).stream();
    expect(stream.push(block("PRIVATE KEY", `\n${body}\n`, "-----EN"))).toBe("");
    expect(stream.push("D")).toContain("__SECRET_PRIVATE_KEY_");
  });
});
