import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { describe, expect, it } from "vitest";
import { actionInputs } from "../src/index.ts";

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const root = new URL("../../../", import.meta.url);
const action = parse(await readFile(new URL("action/action.yml", root), "utf8")) as ActionFile;
const docs = await readFile(new URL("docs/ci.md", root), "utf8");

/** Rows of the tables of the docs, by the code in their first cell. */
const rows = new Map(
  docs.split("\n").flatMap((line) => {
    const [name, ...cells] = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim());
    return name?.startsWith("`") ? [[name.replaceAll("`", ""), cells] as const] : [];
  }),
);

describe("the action", () => {
  it("has the inputs of the command, with their words and defaults", () => {
    expect(action.inputs).toEqual(actionInputs);
  });

  it.for(Object.entries(actionInputs))("explains %s in the docs", ([name, input]) => {
    const [value, description] = rows.get(name) ?? [];
    expect(value).toBe(input.default === "" ? "" : `\`${input.default}\``);
    expect(description).toBe(input.description);
  });

  it.for(Object.keys(action.outputs))("explains the output %s in the docs", (name) => {
    expect(rows.get(name)?.[0]).toBe(action.outputs[name]?.description);
  });

  it("hands nothing of an event or an input to a shell as its text", () => {
    const scripts = action.runs.steps.map(({ run = "" }) => run);
    expect(scripts.join("\n")).not.toContain("${{");
    expect(scripts.filter((script) => script.includes("npm install"))).toHaveLength(1);
  });

  it("pins what it uses", () => {
    const used = action.runs.steps.flatMap(({ uses }) => uses ?? []);
    expect(used.filter((uses) => !/@v\d+$/.test(uses))).toEqual([]);
    expect(action.inputs["version"]?.default).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
