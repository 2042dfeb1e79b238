import { describe, expect, it } from "vitest";
import { problemsIn, rootSettings, soundPackage, soundTree } from "./tree.ts";

const comparison = 'export const isOurs = (id: string) => id === "openai";\n';

const provider = (name: string) => ({
  ...soundTree,
  ...soundPackage("provider-kit"),
  ...soundPackage(name),
  "tsconfig.json": rootSettings(
    "packages/agent",
    "packages/protocol",
    "packages/provider-kit",
    `packages/${name}`,
  ),
});

describe("vendor and model names", () => {
  it("are not compared outside the providers", () => {
    expect(problemsIn({ ...soundTree, "packages/agent/src/index.ts": comparison })).toEqual([
      'packages/agent/src/index.ts:1: compares with the vendor or model name "openai"; let the provider package answer, through the protocol',
    ]);
  });

  it("may be compared by a provider and in tests", () => {
    const tree = provider("provider-replay");
    expect(problemsIn({ ...tree, "packages/provider-replay/src/index.ts": comparison })).toEqual([]);
    expect(problemsIn({ ...soundTree, "packages/agent/test/a.test.ts": comparison })).toEqual([]);
  });

  it("may be mentioned anywhere", () => {
    const mention = 'export const hint = "Set a key for openai.";\n';
    expect(problemsIn({ ...soundTree, "packages/agent/src/index.ts": mention })).toEqual([]);
  });
});

describe("provider packages", () => {
  it("have the same files", () => {
    const tree = {
      ...provider("provider-new"),
      "packages/provider-new/src/provider.ts": "",
      "packages/provider-new/src/model.ts": "",
      "packages/provider-new/src/request/messages.ts": "",
      "packages/provider-new/src/reply/decode.ts": "",
    };
    expect(problemsIn(tree)).toEqual([
      "packages/provider-new/src/errors.ts:1: is missing; every provider has the same files; add it, as in the other providers",
    ]);
    expect(problemsIn({ ...tree, "packages/provider-new/src/errors.ts": "" })).toEqual([]);
  });
});
