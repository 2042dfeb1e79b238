import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonSchema, JsonValue } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import {
  configSchema,
  settingFields,
  resolveSettings,
  sectionKeys,
  configSections,
  settingNames,
  SettingsError,
} from "../src/index.ts";
import { tempFolder } from "./temp-folder.ts";

interface Case {
  /** How the error calls the value. */
  readonly name: string;
  readonly config: Readonly<Record<string, JsonValue>>;
}

const schemas: Readonly<Record<string, JsonSchema>> = {
  ...Object.fromEntries(settingNames.map((name) => [settingFields[name].key, settingFields[name].schema])),
  ...Object.fromEntries(sectionKeys.map((key) => [key, configSections[key].schema])),
};

/** All that may be set, and for each value one of another type, and for each map a key that it does not know. */
const cases = Object.entries(schemas).flatMap(([key, schema]) =>
  wrongValues(schema, key, (value) => ({ [key]: value })),
);

function wrongValues(schema: JsonSchema, name: string, put: (value: JsonValue) => Case["config"]): Case[] {
  const choices = schema["anyOf"] as readonly JsonSchema[] | undefined;
  if (choices) {
    const real = choices.filter(({ type }) => type !== "null");
    return real.flatMap((choice) => wrongValues(choice, name, put));
  }
  const isMap = schema["type"] === "object";
  const wrong: Case = { name, config: put(schema["type"] === "array" ? { a: 1 } : [1]) };
  if (schema["type"] === "array") {
    if (!schema["items"] || !isDeep(schema["items"] as JsonSchema)) return [wrong];
    return [wrong, ...wrongValues(schema["items"] as JsonSchema, `${name}[0]`, (value) => put([value]))];
  }
  if (!isMap) return [wrong];
  const properties = schema["properties"] as Readonly<Record<string, JsonSchema>> | undefined;
  const inner = Object.entries(properties ?? {}).flatMap(([key, property]) =>
    wrongValues(property, `${name}.${key}`, (value) => put({ [key]: value })),
  );
  const entry = schema["additionalProperties"] as JsonSchema | false | undefined;
  if (entry) {
    const named = wrongValues(entry, `${name}.some-name`, (value) => put({ "some-name": value }));
    return [wrong, ...named, ...inner];
  }
  // A map that takes anything.
  if (!properties) return [wrong];
  const unknown: Case = { name: `Unknown key "no-such-key" in ${name}`, config: put({ "no-such-key": 1 }) };
  return [wrong, unknown, ...inner];
}

/** Texts in lists of names are read as one value. */
function isDeep({ type }: JsonSchema): boolean {
  return type === "object";
}

async function problemsOf(config: Case["config"]): Promise<readonly string[]> {
  const path = join(tempFolder(), "config.yaml");
  writeFileSync(path, JSON.stringify(config, undefined, 1));
  const files = [{ path, layer: "user", isRequired: true, isTrusted: true }] as const;
  const error: unknown = await resolveSettings({ files }).catch((reason: unknown) => reason);
  if (!SettingsError.is(error)) return [];
  expect(error.problems.every(({ fix }) => fix !== "")).toBe(true);
  return error.problems.map(({ message }) => message.replace(path, "FILE"));
}

describe("every key of a config file", () => {
  it("is in the table", () => {
    expect(cases.length).toBeGreaterThan(50);
    expect(cases.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["mode", "providers.some-name.baseUrl", "slash_commands[0].command"]),
    );
  });

  it.each(cases)("$name refuses what it cannot be, by name and with its place", async ({ name, config }) => {
    const found = (await problemsOf(config)).filter((message) => message.includes(name));
    expect(found).not.toEqual([]);
    for (const message of found) expect(message).toMatch(/^FILE:\d+:\d+: /);
  });

  it("tells all that is wrong in one go", async () => {
    const all = Object.fromEntries(Object.keys(schemas).map((key) => [key, key === "hints" ? 1 : [[]]]));
    const found = await problemsOf(all);
    for (const key of Object.keys(schemas)) {
      expect(found.some((message) => message.includes(`: ${key}`))).toBe(true);
    }
  });

  it("repeats no text that may be a secret", async () => {
    const secret = "hunter2-hunter2-hunter2";
    const config = { providers: { a: { baseUrl: `https://ann:${secret}@example.com`, headers: secret } } };
    const found = await problemsOf(config);
    expect(found).toHaveLength(2);
    expect(found.join()).not.toContain(secret);
  });
});

describe("every SKEIN_ variable of a setting", () => {
  it.each(settingNames.map((name) => settingFields[name].variable))(
    "%s refuses a value it cannot have",
    async (name) => {
      const bad: Readonly<Record<string, string>> = {
        SKEIN_HINTS: "../x",
        SKEIN_FALLBACK: "a,,b",
      };
      const error: unknown = await resolveSettings({ env: { [name]: bad[name] ?? " " } }).catch(
        (reason: unknown) => reason,
      );
      expect(SettingsError.is(error) && error.problems[0]?.message).toContain(name);
    },
  );
});

describe("models.NAME.body", () => {
  const withBody = (body: JsonValue) => problemsOf({ models: { m1: { body } } });

  it("takes any field but those of the conversation, and says which one to leave out", async () => {
    expect(await withBody({ top_k: 20, provider: { order: ["a"] } })).toEqual([]);
    expect(await withBody({ messages: [] })).toEqual([expect.stringContaining("models.m1.body")]);
    expect(await withBody("top_k=20")).toEqual([expect.stringContaining("models.m1.body")]);
  });
});

it("has a place for every name, and a file with all of them is read without a warning", async () => {
  const { properties } = configSchema() as { properties: Record<string, unknown> };
  const path = join(tempFolder(), "config.yaml");
  writeFileSync(
    path,
    JSON.stringify(Object.fromEntries(Object.keys(properties).map((name) => [name, null]))),
  );
  const { warnings } = await resolveSettings({
    files: [{ path, layer: "user", isRequired: true, isTrusted: true }],
  });
  expect(warnings).toEqual([]);
});
