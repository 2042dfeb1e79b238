import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { arrows } from "../arrows.ts";
import { structureProblems } from "../structure.ts";
import { readWorkspace } from "../workspace.ts";
import { writeDerived } from "../write.ts";
import { manifest, plant, problemsIn, rootSettings, soundTree } from "./tree.ts";

const stale = {
  ...soundTree,
  "tsconfig.json": rootSettings("packages/gone", "packages/protocol"),
  "packages/agent/tsconfig.json": undefined,
  "packages/protocol/tsconfig.json": { references: [{ path: "../agent" }] },
  "packages/protocol/package.json": manifest("protocol", {
    private: false,
    exports: { "./x": "./src/x/y.ts" },
  }),
  ".changeset/config.json": { fixed: [] },
};

describe("upkeep", () => {
  it("asks for a README", () => {
    expect(problemsIn({ ...soundTree, "packages/agent/README.md": undefined })).toEqual([
      "packages/agent/README.md:1: is missing; write what the package is for and ten lines that run",
    ]);
  });

  it("asks for a changelog of what is published, and begins it", () => {
    const published = manifest("agent", {
      private: false,
      version: "0.1.0",
      dependencies: { "@skein/protocol": "*" },
    });
    const exports = { exports: { "./package.json": "./package.json" } };
    const own = { ...published, ...exports, publishConfig: exports };
    const group = { ".changeset/config.json": { fixed: [["@skein/agent"]] } };
    const tree = { ...soundTree, ...group, "packages/agent/package.json": own };
    expect(problemsIn(tree)).toEqual([
      'packages/agent/CHANGELOG.md:1: has no entry "## 0.1.0"; run `npm run format`',
    ]);
    const root = plant(tree);
    writeDerived(readWorkspace(root), arrows);
    expect(readFileSync(join(root, "packages/agent/CHANGELOG.md"), "utf8")).toBe(
      "# @skein/agent\n\n## 0.1.0\n\nThe first version.\n",
    );
    expect(structureProblems(readWorkspace(root))).toEqual([]);
  });

  it("finds settings that do not follow from the manifests", () => {
    expect(problemsIn(stale).map((line) => line.replace("; run `npm run format`", ""))).toEqual([
      ".changeset/config.json:2: the group released together is out of date",
      "packages/agent/tsconfig.json:1: is missing",
      "packages/protocol/package.json:1: publishConfig.exports differs from exports",
      "packages/protocol/tsconfig.json:4: has a needless reference to ../agent",
      "tsconfig.json:2: has no reference to packages/agent",
      "tsconfig.json:4: has a needless reference to packages/gone",
    ]);
  });

  it("writes them", () => {
    const root = plant(stale);
    writeDerived(readWorkspace(root), arrows);
    const { members } = readWorkspace(root);
    expect(structureProblems(readWorkspace(root))).toEqual([]);
    expect(members.find(({ name }) => name === "protocol")?.manifest.publishConfig).toEqual({
      access: "public",
      exports: { "./x": { types: "./dist/x/y.d.ts", default: "./dist/x/y.js" } },
    });
  });

  it("leaves a manifest that is up to date and formatted as it is", () => {
    const exported = { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } };
    const own = manifest("protocol", {
      private: false,
      publishConfig: { exports: exported, access: "public" },
    });
    const text = `${JSON.stringify(own, undefined, 1)}\n\n`;
    const root = plant({ ...stale, ...soundTree, "packages/protocol/package.json": text });
    writeDerived(readWorkspace(root), arrows);
    expect(readFileSync(join(root, "packages/protocol/package.json"), "utf8")).toBe(text);
  });
});
