import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { parse } from "yaml";
import { describe, expect, it } from "vitest";
import { actionInputs, readInputs } from "../../src/ci/index.ts";

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const root = new URL("../../../../", import.meta.url);
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

  it("is used in the docs with inputs that it has, and accepts their values", () => {
    const workflows = [...docs.matchAll(/```yaml\n([\s\S]*?)```/g)].map(
      ([, text = ""]) =>
        parse(text) as { readonly jobs?: Readonly<Record<string, { readonly steps: readonly Step[] }>> },
    );
    const steps = workflows.flatMap(({ jobs = {} }) => Object.values(jobs).flatMap((job) => job.steps));
    const used = steps
      .filter(({ uses = "" }) => uses.includes("/action@"))
      .map(({ with: inputs = {} }) => readInputs(inputs));
    expect(used).toHaveLength(3);
    expect(used.map(({ mode }) => mode)).toEqual(["read-only", "read-only", "read-only"]);
  });

  it("keeps the exit code of the command until the journal is kept", async () => {
    await using folder = await temporaryFolder();
    const program = join(folder.path, "node_modules", ".bin", "skein");
    mkdirSync(dirname(program), { recursive: true });
    writeFileSync(program, '#!/bin/sh\necho "$@" > called\nexit 6\n', { mode: 0o755 });
    const output = join(folder.path, "output");
    const [, start, end] = action.runs.steps.flatMap(({ run }) => run ?? []);
    const bash = (script = "", env: Readonly<Record<string, string>> = {}) =>
      spawnSync("bash", ["-e", "-o", "pipefail", "-c", script], {
        cwd: folder.path,
        env: { PATH: process.env["PATH"] ?? "", FOLDER: folder.path, GITHUB_OUTPUT: output, ...env },
      }).status;
    expect(bash(start)).toBe(0);
    expect(readFileSync(join(folder.path, "called"), "utf8")).toBe("ci\n");
    expect(readFileSync(output, "utf8")).toBe("exit-code=6\n");
    expect(bash(end, { CODE: "6" })).toBe(6);
  });

  it("pins what it uses", () => {
    const used = action.runs.steps.flatMap(({ uses }) => uses ?? []);
    expect(used.filter((uses) => !/@v\d+$/.test(uses))).toEqual([]);
    expect(action.inputs["version"]?.default).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
