import { mkdirSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { serveScript, type ScriptedServer } from "@skein/provider-conformance/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { all } from "./printing-commands.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

const random = "q7Zp2Lm9Xc4Vb8Nk1Ts6Wd3Rf5Hg0Jy7Ua2Qe";
/** Of known formats, and known by their values alone. */
const secrets = {
  "a GitHub token": ["ghp", random.slice(0, 36)].join("_"),
  "an Anthropic key": ["sk", "ant", "api03", `${random}${random}`.slice(0, 60)].join("-"),
  "a GitLab token": ["glpat", random.slice(0, 20)].join("-"),
  "a Slack token": ["xoxb", "123456789012", "123456789012", random.slice(0, 24)].join("-"),
  "a key id of AWS": ["AKIA", "Q7ZP2LM3XC4VB5NK"].join(""),
  "the password of a URL": `Url-${random.slice(3, 22)}`,
  "a variable": `Env${random.slice(4, 22)}`,
  "a key that is kept": `Kept${random.slice(6, 22)}`,
  "a value of .env": `File${random.slice(2, 22)}`,
} as const;
const quoted = Object.entries(secrets)
  .map(([kind, value]) => (kind === "the password of a URL" ? `https://ann:${value}@127.0.0.1:9/x` : value))
  .join(" ");
const env = { SHOP_TOKEN: secrets["a variable"] };
const failing = `sh -c 'echo ${quoted} >&2; exit 1'`;

/** They wait, serve, start processes that outlive them, or repeat their own arguments as their result. */
const waiting =
  /^(acp|bg|complete|demo|permissions explain|schedule (daemon|install)|serve|term|update|web|worker)/;

let skein: SkeinHome;
let server: ScriptedServer;

const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(skein.home, path)), { recursive: true, mode: 0o700 });
  writeFileSync(join(skein.home, path), text, { mode: 0o600 });
};

beforeAll(async () => {
  const refusal = { type: "error", error: { type: "authentication_error", message: `invalid: ${quoted}` } };
  const body = Buffer.from(JSON.stringify(refusal));
  server = await serveScript(() => ({ status: 401, contentType: "application/json", body }));
  skein = await skeinHome(server.url);
  put(".local/share/skein/secrets/OPENAI_API_KEY", secrets["a key that is kept"]);
  put(".env", `ADMIN_PASSWORD=${secrets["a value of .env"]}\n`);
  put("broken.yaml", `version: 1.0.0\n${quoted}: : x\n`);
  put("broken.json", `{ "type": ${quoted} }`);
  put(`skill/SKILL.md`, `---\nname: ${quoted}\n---\n`);
});

afterAll(async () => {
  await skein[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const shownIn = (text: string): readonly string[] =>
  Object.entries(secrets).flatMap(([kind, value]) => (text.includes(value) ? [kind] : []));

async function called(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const { exitCode, stdout, stderr } = await skein.here(args, { ...env, ...more });
  return { exitCode, output: stdout + stderr };
}

/** Where the error comes from, the call, and the exit code that it has. */
type Row = readonly [source: string, args: readonly string[], exitCode: number];

const ofRun = (rows: (run: readonly string[], format: string) => readonly Row[]): readonly Row[] =>
  ["text", "json", "stream-json"].flatMap((format) => rows(["run", "--output-format", format], format));

/** Errors that repeat what they are about. */
const repeating: readonly Row[] = [
  ...ofRun((run, format) => [
    [`a provider, as ${format}`, [...run, "-t", "go"], 3],
    [`an extension, as ${format}`, [...run, "-t", "go", "--with-extension", failing], 9],
    [`an unknown provider, as ${format}`, [...run, "-t", "go", "--provider", quoted], 2],
  ]),
  ["a provider that is checked", ["provider", "check"], 3],
  ["a provider that is checked, as json", ["provider", "check", "--json"], 3],
  ["a provider that lists models", ["provider", "models", "anthropic"], 3],
  ["a skill that is validated", ["skill", "validate", "skill"], 2],
  ["a skill that is validated, as json", ["skill", "validate", "skill", "--json"], 2],
  ["a port", ["serve", "--port", quoted], 2],
  ["a command", [quoted.replaceAll(" ", "-")], 2],
];

/** Errors that repeat little of it: a parser says where it stopped. */
const brief: readonly Row[] = [
  ...ofRun((run, format) => [
    [`a schema, as ${format}`, [...run, "-t", "go", "--output-schema", "broken.json"], 2],
    [`a recipe, as ${format}`, [...run, "--recipe", "broken.yaml"], 2],
  ]),
  ["a definition of a provider", ["provider", "add", "broken.json"], 2],
  ["a recipe that is validated", ["recipe", "validate", "broken.yaml"], 2],
  ["a recipe that is validated, as json", ["recipe", "validate", "broken.yaml", "--json"], 2],
  ["a recipe that is explained", ["recipe", "explain", "broken.yaml"], 2],
];

describe("an error shows no secret that it repeats", () => {
  it.each(repeating)("of %s", async (_, args, expected) => {
    const { exitCode, output } = await called(args);
    expect({ exitCode, shown: shownIn(output) }).toEqual({ exitCode: expected, shown: [] });
    expect(output).toContain("__SECRET_");
  });

  it.each(brief)("of %s", async (_, args, expected) => {
    const { exitCode, output } = await called(args);
    expect({ exitCode, shown: shownIn(output) }).toEqual({ exitCode: expected, shown: [] });
  });

  it.each(["text", "json", "stream-json"])("of a process, as %s", async (format) => {
    const ran = await skein.run(
      ["run", "-t", "go", "--with-extension", failing, "--output-format", format],
      env,
    );
    expect({ exitCode: ran.exitCode, shown: shownIn(ran.stdout + ran.stderr) }).toEqual({
      exitCode: 9,
      shown: [],
    });
  });

  it.each(all)("of a flag of skein %s", async (name) => {
    const { exitCode, output } = await called([...name.split(" "), `--${quoted}`]);
    expect({ exitCode, shown: shownIn(output) }).toEqual({ exitCode: 2, shown: [] });
  });

  it.each(all.filter((name) => !waiting.test(name)))("of a word after skein %s", async (name) => {
    const { output } = await called([...name.split(" "), quoted]);
    expect(shownIn(output)).toEqual([]);
  });

  it.each([
    ["HOME", { HOME: "" }],
    ["a data folder that can be written", { SKEIN_HOME: "/proc/none" }],
  ])("without %s", async (_, more) => {
    const { output } = await called(["session", "show", quoted], more);
    const hidden = shownIn(quoted).filter(
      (kind) => !["a key that is kept", "a value of .env"].includes(kind),
    );
    expect(shownIn(output).filter((kind) => hidden.includes(kind))).toEqual([]);
  });
});

describe("a config file that cannot be read shows no secret", () => {
  beforeAll(() => put(".config/skein/config.yaml", `mode: auto\n${JSON.stringify(quoted)}: 4\n  x: 3`));
  afterAll(() => rm(join(skein.home, ".config/skein/config.yaml")));

  it.each(all.filter((name) => !waiting.test(name)))("in skein %s", async (name) => {
    const { output } = await called(name.split(" "));
    expect(shownIn(output)).toEqual([]);
  });
});
