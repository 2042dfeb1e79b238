import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "@skein/test-kit";
import { missingValues, parameterValues, type Parameter, type ParameterType } from "../src/index.ts";

function parameter(key: string, type: ParameterType, more: Partial<Parameter> = {}): Parameter {
  return { key, type, requirement: "required", description: `the ${key}`, ...more };
}

describe("values of parameters", () => {
  it.each<[type: ParameterType, given: string, value: string | undefined]>([
    ["string", " a ", " a "],
    ["number", " 12 ", "12"],
    ["number", "-0.5e3", "-0.5e3"],
    ["number", "", undefined],
    ["number", "0x10", undefined],
    ["number", "NaN", undefined],
    ["boolean", "Yes", "true"],
    ["boolean", "0", "false"],
    ["boolean", "on", undefined],
    ["date", "2026-02-28", "2026-02-28"],
    ["date", "2026-02-30", undefined],
    ["date", "2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z"],
    ["date", "tomorrow", undefined],
    ["select", "b", "b"],
    ["select", "B", undefined],
  ])("%s: %j", async (type, given, value) => {
    const options = type === "select" ? { options: ["a", "b"] } : {};
    const { values, problems } = await parameterValues(
      [parameter("x", type, options)],
      { x: given },
      { cwd: "/" },
    );
    expect(values["x"]).toBe(value);
    expect(problems.map(({ code }) => code)).toEqual(value === undefined ? ["bad-parameter-value"] : []);
  });

  it("come from files, from defaults, or are missing; all problems are told at once", async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, "notes.txt"), "some notes");
    await writeFile(join(folder.path, "binary"), "a\0b");
    await writeFile(join(folder.path, "large"), "a".repeat(1024 * 1024 + 1));
    const parameters = [
      parameter("notes", "file"),
      parameter("gone", "file"),
      parameter("binary", "file"),
      parameter("large", "file"),
      parameter("folder", "file"),
      parameter("count", "number"),
      parameter("fast", "boolean", { requirement: "optional", default: "no" }),
      parameter("asked", "string", { requirement: "user-prompt" }),
      parameter("toString", "string"),
    ];
    const given = {
      notes: "notes.txt",
      gone: "gone.txt",
      binary: "binary",
      large: "large",
      folder: ".",
      count: "many",
      cuont: "1",
    };
    const { problems, values, missing } = await parameterValues(parameters, given, { cwd: folder.path });
    expect(values).toEqual({ notes: "some notes", fast: "false" });
    expect(missing.map(({ key }) => key)).toEqual(["asked", "toString"]);
    expect(problems.map(({ code, path, severity }) => `${severity} ${code} ${path}`)).toEqual([
      "error unreadable-file gone",
      "error unreadable-file binary",
      "error unreadable-file large",
      "error unreadable-file folder",
      "error bad-parameter-value count",
      "warning unknown-value cuont",
    ]);
    expect(problems.at(-1)?.fix).toBe("Did you mean count?");
    expect(missingValues(missing)[0]).toMatchObject({
      code: "missing-value",
      fix: "Give a value for asked.",
    });
  });
});
