import { execFile } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../packages/test-kit/src/index.ts";
import { providerFileProblems } from "../../structure/laws/vendors.ts";
import { readWorkspace } from "../../structure/workspace.ts";
import { namesOf } from "../names.ts";
import { appFiles, scaffold } from "../scaffold.ts";
import { wires } from "../wires.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const copy = await temporaryFolder();
const names = Object.keys(wires);

function readCopy(path: string): string {
  return readFileSync(join(copy.path, path), "utf8");
}

/** As much of the repository as a provider needs, with everything installed. */
beforeAll(() => {
  for (const file of [...appFiles, "tsconfig.base.json", "vitest.shared.ts", ".oxlintrc.json"]) {
    mkdirSync(dirname(join(copy.path, file)), { recursive: true });
    copyFileSync(join(root, file), join(copy.path, file));
  }
  for (const { from } of Object.values(wires)) {
    if (from === undefined) continue;
    cpSync(join(root, "packages", from, "src"), join(copy.path, "packages", from, "src"), {
      recursive: true,
    });
  }
  mkdirSync(join(copy.path, "node_modules", "@skein"), { recursive: true });
  for (const name of ["platform", "protocol", "provider-kit", "provider-conformance", "test-kit"]) {
    symlinkSync(join(root, "packages", name), join(copy.path, "packages", name));
    symlinkSync(join(root, "packages", name), join(copy.path, "node_modules", "@skein", name));
  }
  for (const name of ["vitest", "@types"]) {
    symlinkSync(join(root, "node_modules", name), join(copy.path, "node_modules", name));
  }
  writeFileSync(join(copy.path, "package.json"), JSON.stringify({ type: "module" }));
  const include = ["packages/provider-made-*/src", "packages/provider-made-*/test"];
  const compilerOptions = { composite: false, incremental: false, noEmit: true, rootDir: "/" };
  const settings = { extends: "./tsconfig.base.json", compilerOptions, include };
  writeFileSync(join(copy.path, "tsconfig.json"), JSON.stringify(settings));
  writeFileSync(
    join(copy.path, "vitest.config.ts"),
    `import shared from "./vitest.shared.ts";
export default { test: { ...shared.test, include: ["packages/provider-made-*/test/*.test.ts"] } };\n`,
  );
});

afterAll(() => copy[Symbol.asyncDispose]());

/** Runs a tool of the repository in the copy. Throws with what it printed. */
async function run(command: string, ...args: readonly string[]): Promise<string> {
  // Recordings are looked for in vain: what is made is tried on the cases that are always there.
  const env = { ...process.env, NO_COLOR: "1", SKEIN_FIXTURES: join(copy.path, "none") };
  const bin = join(root, "node_modules", ".bin", command);
  const ended = promisify(execFile)(bin, args, { cwd: copy.path, env, timeout: 240_000 });
  const { stdout } = await ended.catch((error: Error & { stdout?: string }) => {
    throw new Error(`${command}: ${error.stdout}\n${error.message}`);
  });
  return stdout;
}

describe("a new provider", () => {
  it("of each wire has the files that every provider has, and a line in the command's list", () => {
    for (const wire of names) {
      const made = scaffold(copy.path, `made-${wire}`, wire);
      expect(made.folder).toBe(`packages/provider-made-${wire}`);
      expect(made.changed).toEqual([
        "apps/cli/src/later.ts",
        "apps/cli/src/providers.ts",
        "apps/cli/package.json",
      ]);
      const unfilled = made.files.filter((file) => /__[a-zA-Z]+__/.test(readCopy(`${made.folder}/${file}`)));
      expect(unfilled).toEqual([]);
    }
    const problems = providerFileProblems(readWorkspace(copy.path));
    expect(problems.filter(({ file }) => file.includes("made-"))).toEqual([]);
    const entry = /  "made-openai-chat": \{.*?\n  \},\n/s.exec(readCopy("apps/cli/src/providers.ts"));
    expect(entry?.[0]).toMatchInlineSnapshot(`
      "  "made-openai-chat": {
          load: async (access) => (await loadProviderMadeOpenaiChat()).createMadeOpenaiChat(access),
          description: "MadeOpenaiChat; key in MADE_OPENAI_CHAT_API_KEY",
          keyVariables: ["MADE_OPENAI_CHAT_API_KEY"],
          addressVariable: "MADE_OPENAI_CHAT_BASE_URL",
        },
      "
    `);
    expect(readCopy("apps/cli/src/providers.ts")).toContain("  loadProviderMadeOpenaiChat,\n");
    expect(readCopy("apps/cli/src/later.ts")).toContain(
      'export const loadProviderMadeOpenaiChat = () => import("@skein/provider-made-openai-chat");\n',
    );
    expect(JSON.parse(readCopy("apps/cli/package.json"))).toMatchObject({
      devDependencies: { "@skein/provider-made-own": "workspace:^" },
    });
  });

  it("compiles, as it is", async () => {
    expect(await run("tsc", "--noEmit", "-p", "tsconfig.json")).toBe("");
  });

  it("has nothing that the linter minds", async () => {
    const made = names.map((wire) => `packages/provider-made-${wire}`);
    expect(await run("oxlint", ...made)).toContain("0 errors");
  });

  // Four suites of a provider, in a run of their own.
  it("conforms to its wire, as it is", async () => {
    await run("vitest", "run", "--reporter=default", "--reporter=json", "--outputFile.json=report.json");
    const report = JSON.parse(readCopy("report.json")) as {
      readonly numPassedTests: number;
      readonly numFailedTests: number;
    };
    expect(report.numFailedTests).toBe(0);
    expect(report.numPassedTests).toBeGreaterThan(60 * names.length);
  });
});

describe("what cannot be made", () => {
  it.each([
    ["My Vendor", "own", "cannot be a provider's name"],
    ["-", "own", "cannot be a provider's name"],
    ["other", "soap", "Use one of: openai-chat"],
    ["made-own", "own", "is packages/provider-made-own already"],
    ["bundled-one", "toString", "There is no wire"],
    ["replay", "own", 'has a provider "replay" already'],
  ])("%s with the wire %s is refused, and nothing is written", (id, wire, why) => {
    const list = readCopy("apps/cli/src/providers.ts");
    const before = existsSync(join(copy.path, `packages/provider-${id}`));
    expect(() => scaffold(copy.path, id, wire)).toThrow(why);
    expect(readCopy("apps/cli/src/providers.ts")).toBe(list);
    expect(existsSync(join(copy.path, `packages/provider-${id}`))).toBe(before);
  });
});

it.each([
  ["acme", { id: "acme", camel: "acme", pascal: "Acme", env: "ACME" }],
  ["my-vendor2", { id: "my-vendor2", camel: "myVendor2", pascal: "MyVendor2", env: "MY_VENDOR2" }],
  ["a--b", undefined],
  ["9a", undefined],
  ["Acme", undefined],
])("the names of %s", (id, wanted) => {
  expect(namesOf(id)).toEqual(wanted);
});
