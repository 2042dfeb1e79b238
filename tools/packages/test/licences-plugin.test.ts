import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import { licences } from "../../../apps/cli/licences-plugin.ts";
import { temporaryFolder } from "../../../packages/test-kit/src/index.ts";

const body = 'export const word = "made up";\n';

/** Bundles a program that uses the package `made-up`. */
async function bundled(files: Readonly<Record<string, string>>, manifest: object = {}): Promise<string> {
  await using folder = await temporaryFolder();
  const all = {
    "main.js": 'import { word } from "made-up";\nconsole.log(word);\n',
    "node_modules/made-up/package.json": JSON.stringify({ name: "made-up", version: "1.2.3", ...manifest }),
    "node_modules/made-up/index.js": body,
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder.path, name)), { recursive: true });
    writeFileSync(join(folder.path, name), text);
  }
  const build = await rolldown({ input: join(folder.path, "main.js"), plugins: [licences()] });
  const { output } = await build.generate();
  const asset = output.find(({ fileName }) => fileName === "THIRD-PARTY-LICENSES.txt");
  return asset?.type === "asset" ? String(asset.source) : "";
}

describe("the licences of what is bundled", () => {
  it("stand in one file, with the whole text and the notices", async () => {
    const text = await bundled(
      {
        "node_modules/made-up/LICENSE.md": "Do as you like.\r\nBut say so.\r\n",
        "node_modules/made-up/NOTICE": "Made by no one.",
        "node_modules/made-up/license-check.js": "no licence",
      },
      { license: "Apache-2.0" },
    );
    expect(text).toContain("made-up 1.2.3 (Apache-2.0)\n\nDo as you like.\nBut say so.\n\nMade by no one.\n");
    expect(text).not.toContain("no licence");
  });

  it("are those of packages in packages too, each once, in order", async () => {
    const licence = { license: "MIT", type: "module" };
    const text = await bundled(
      {
        "node_modules/made-up/index.js": `export { word } from "@deep/down";\nimport "./more.js";\n`,
        "node_modules/made-up/more.js": "console.log(1);\n",
        "node_modules/made-up/LICENSE": "One.",
        "node_modules/made-up/node_modules/@deep/down/package.json": JSON.stringify({
          name: "@deep/down",
          version: "4.5.6",
          ...licence,
        }),
        "node_modules/made-up/node_modules/@deep/down/lib/package.json": '{ "type": "module" }',
        "node_modules/made-up/node_modules/@deep/down/index.js": 'export * from "./lib/word.js";\n',
        "node_modules/made-up/node_modules/@deep/down/lib/word.js": body,
        "node_modules/made-up/node_modules/@deep/down/license": "Two.",
      },
      licence,
    );
    expect(text.match(/^\S+ \S+ \(MIT\)$/gm)).toEqual(["@deep/down 4.5.6 (MIT)", "made-up 1.2.3 (MIT)"]);
  });

  it("leave out a package of which nothing is used", async () => {
    const text = await bundled(
      { "main.js": 'import { word } from "made-up";\nconsole.log("no word");\n' },
      { sideEffects: false },
    );
    expect(text).not.toContain("made-up");
  });

  it("get the standard text where a package says MIT and has none", async () => {
    const text = await bundled({}, { license: "MIT", author: { name: "Ada" } });
    expect(text).toContain("made-up 1.2.3 (MIT)\n\nCopyright (c) Ada\n\nPermission is hereby granted");
  });

  it.each(["MIT", "(MIT OR GPL-3.0-only)", "GPL-3.0-only OR ISC AND 0BSD"])("may be %s", async (license) => {
    const text = await bundled({ "node_modules/made-up/LICENSE": "Some text." }, { license });
    expect(text).toContain("Some text.");
  });

  it.each<readonly [string, object, string]>([
    ["no licence", {}, "made-up 1.2.3 names no licence."],
    ["an unknown form of one", { license: { type: "MIT" } }, "made-up 1.2.3 names no licence."],
    ["one outside the list", { license: "AGPL-3.0-only" }, "is under AGPL-3.0-only, which is not allowed."],
    ["one that joins another", { license: "MIT AND GPL-3.0-only" }, "which is not allowed."],
    ["one in a file", { license: "SEE LICENSE IN LICENSE" }, "which is not allowed."],
  ])("end the bundle with %s", async (_, manifest, message) => {
    await expect(bundled({ "node_modules/made-up/LICENSE": "Some text." }, manifest)).rejects.toThrow(
      message,
    );
  });

  it("end the bundle without a text of the licence", async () => {
    const problem = "made-up 1.2.3 has no text of its licence, BSD-3-Clause.";
    await expect(bundled({}, { license: "BSD-3-Clause" })).rejects.toThrow(problem);
  });
});
