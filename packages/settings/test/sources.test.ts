import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JsonValue } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { configSections, resolveSettings, sectionKeys, settingFields, settingNames } from "../src/index.ts";
import { sampleSections, sampleValues } from "./sample-values.ts";
import { tempFolder } from "./temp-folder.ts";

const fileSources = ["user", "extra", "system", "project", "untrusted project"] as const;

function inFile(source: (typeof fileSources)[number], key: string, value: JsonValue) {
  const path = join(tempFolder(), "folder", "config.yaml");
  mkdirSync(dirname(path));
  writeFileSync(path, `${JSON.stringify(key)}: ${JSON.stringify(value)}\n`);
  const layer = source === "untrusted project" ? "project" : source;
  return { path, files: [{ path, layer, isRequired: false, isTrusted: source === layer }] as const };
}

/** The same value, as text. */
const asText = (value: JsonValue): string =>
  Array.isArray(value) ? value.join(",") : typeof value === "string" ? value : JSON.stringify(value);

/** Place, key, reason, and what to do. */
const report = (path: string, key: string) =>
  expect.stringMatching(
    new RegExp(
      `^${path}:1:1: ${key} is ignored: .+\\. (Move it to|Trust the folder after reading it, or set ${key} in) your own config\\.yaml\\.$`,
      "u",
    ),
  ) as string;

const inFiles = settingNames.flatMap((name) =>
  sampleValues(name).flatMap((value) => fileSources.map((source) => ({ name, value, source }))),
);

describe("every setting of every file is in force or reported", () => {
  it.each(inFiles)("$name: $value by $source", async ({ name, value, source }) => {
    const { key, project, parse, fallback } = settingFields[name];
    const parsed = parse(value) as { readonly value: unknown };
    const isTighter = settingFields[name].isTighter as
      | ((value: unknown, current: unknown) => boolean)
      | undefined;
    const isSame = JSON.stringify(parsed.value) === JSON.stringify(fallback);
    const isStricter = isTighter?.(parsed.value, fallback) === true;
    const isInForce =
      source === "untrusted project"
        ? project === "chooses" || (project === "loosens" && (isSame || isStricter))
        : source !== "project" || project !== "never";
    const { path, files } = inFile(source, key, value);
    const { values, origins, warnings } = await resolveSettings({ files });
    const { layer } = files[0];
    const usual = fallback === undefined ? undefined : { layer: "default", name: "default" };
    expect({ value: values[name], origin: origins[name], warnings }).toEqual(
      isInForce
        ? { ...parsed, origin: { layer, name: path, line: 1, column: 1 }, warnings: [] }
        : { value: fallback, origin: usual, warnings: [report(path, key)] },
    );
  });
});

// An empty variable is not set.
const inTexts = settingNames.flatMap((name) =>
  sampleValues(name)
    .filter((value) => asText(value) !== "")
    .map((value) => ({ name, value })),
);

describe("every setting is in force", () => {
  it.each(inTexts)("by variable and by flag: $name: $value", async ({ name, value }) => {
    const { variable, parse } = settingFields[name];
    const text = asText(value);
    const resolved = [
      await resolveSettings({ env: { [variable]: text } }),
      await resolveSettings({ flags: { [name]: text } }),
    ];
    expect(
      resolved.map(({ values, origins, warnings }) => [values[name], origins[name]?.layer, warnings]),
    ).toEqual(
      ["environment", "flag"].map((layer) => [(parse(value) as { value: unknown }).value, layer, []]),
    );
  });
});

describe("every map and list of every file is in force or reported", () => {
  const every = sectionKeys.flatMap((key) => fileSources.map((source) => ({ key, source })));
  it.each(every)("$key by $source", async ({ key, source }) => {
    const { path, files } = inFile(source, key, sampleSections[key]);
    const { sections, warnings } = await resolveSettings({ files });
    const { project } = configSections[key];
    const isInForce =
      source === "untrusted project"
        ? project === "chooses"
        : source !== "project" || project === "chooses" || project === "loosens";
    expect(sections).toMatchObject(isInForce ? [{ key, value: sampleSections[key] }] : []);
    expect(warnings).toEqual(isInForce ? [] : [report(path, key)]);
  });
});

it("an untrusted project never replaces what the user has set by something looser", async () => {
  const models = ["provider", "model", "fallback", "fast", "planner", "lead", "judge"] as const;
  for (const name of models) {
    const { key } = settingFields[name];
    const project = inFile("untrusted project", key, "of-project").files;
    const user = inFile("user", key, "of-user").files;
    const { values } = await resolveSettings({ files: [...project, ...user] });
    expect([values[name]].flat()).toEqual(["of-user"]);
  }
});
