import { describe, expect, it } from "vitest";
import { manifest, problemsIn, rootSettings, soundPackage, soundTree } from "./tree.ts";

describe("packages", () => {
  it("are sound when they keep every law", () => expect(problemsIn(soundTree)).toEqual([]));

  it("stand in the arrow table", () => {
    const tree = {
      ...soundTree,
      ...soundPackage("gadgets"),
      "tsconfig.json": rootSettings("packages/agent", "packages/gadgets", "packages/protocol"),
    };
    expect(problemsIn(tree)).toEqual([
      "packages/gadgets/package.json:2: gadgets is not in the arrow table; add it to tools/structure/arrows.ts",
    ]);
  });

  it("are called after their folder", () => {
    const tree = { ...soundTree, "packages/protocol/package.json": manifest("words") };
    expect(problemsIn(tree)).toContain(
      "packages/protocol/package.json:2: is called @skein/words; call it @skein/protocol, after its folder",
    );
  });

  it("have a manifest", () => {
    expect(problemsIn({ ...soundTree, "packages/empty/src/index.ts": "" })).toEqual([
      "packages/empty/package.json:1: the folder has no package.json; add one or remove the folder",
    ]);
  });

  it("depend only on what the table allows", () => {
    const tree = {
      ...soundTree,
      "packages/protocol/package.json": manifest("protocol", {
        dependencies: { "@skein/agent": "workspace:^" },
      }),
      "packages/protocol/tsconfig.json": { references: [{ path: "../agent" }] },
    };
    expect(problemsIn(tree)).toEqual([
      "packages/agent/package.json:8: packages depend on each other: agent → protocol → agent; remove one of these dependencies",
      "packages/protocol/package.json:8: protocol must not depend on agent; remove it; protocol may import no other package (tools/structure/arrows.ts)",
    ]);
  });

  it("have no peer dependencies among each other", () => {
    const peer = { peerDependencies: { "@skein/protocol": "workspace:^" } };
    const tree = { ...soundTree, "packages/agent/package.json": manifest("agent", peer) };
    expect(problemsIn(tree)).toContain(
      "packages/agent/package.json:8: @skein/protocol is a peer dependency; move it to dependencies",
    );
  });

  it.each(["test-kit", "provider-conformance"])("use %s in tests only", (name) => {
    const kit = { dependencies: { [`@skein/${name}`]: "workspace:^" } };
    const tree = {
      ...soundTree,
      ...soundPackage(name),
      "tsconfig.json": rootSettings("packages/agent", "packages/protocol", `packages/${name}`),
      "packages/protocol/package.json": manifest("protocol", kit),
      "packages/protocol/src/index.ts": `import "@skein/${name}";\n`,
    };
    expect(problemsIn(tree)).toEqual([
      `packages/protocol/package.json:8: @skein/${name} is for tests only; move it to devDependencies`,
      `packages/protocol/src/index.ts:1: src imports @skein/${name}, which is for tests only; import it in tests only`,
    ]);
  });

  it("that are for tests only may build on each other, along the arrows", () => {
    const tree = {
      ...soundTree,
      ...soundPackage("provider-conformance"),
      ...soundPackage("test-kit", ["provider-conformance"]),
      "packages/test-kit/src/index.ts": 'import "@skein/provider-conformance";\n',
      "tsconfig.json": rootSettings(
        "packages/agent",
        "packages/protocol",
        "packages/provider-conformance",
        "packages/test-kit",
      ),
    };
    expect(problemsIn(tree)).toEqual([]);
  });

  it("that only this repository can use are private", () => {
    const published = { private: false, exports: {} };
    const tree = {
      ...soundTree,
      ...soundPackage("provider-conformance"),
      ...soundPackage("test-kit"),
      "packages/provider-conformance/package.json": manifest("provider-conformance", published),
      "packages/test-kit/package.json": manifest("test-kit", published),
      "tsconfig.json": rootSettings(
        "packages/agent",
        "packages/protocol",
        "packages/provider-conformance",
        "packages/test-kit",
      ),
    };
    const problems = problemsIn(tree).filter((line) => !line.includes("publishConfig"));
    expect(problems).toEqual([
      'packages/test-kit/package.json:2: is for tests of this repository and not private; add "private": true',
    ]);
  });
});
