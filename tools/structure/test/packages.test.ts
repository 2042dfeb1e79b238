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

  it("use the test kit in tests only", () => {
    const kit = { dependencies: { "@skein/test-kit": "workspace:^" } };
    const tree = {
      ...soundTree,
      ...soundPackage("test-kit"),
      "tsconfig.json": rootSettings("packages/agent", "packages/protocol", "packages/test-kit"),
      "packages/protocol/package.json": manifest("protocol", kit),
      "packages/protocol/src/index.ts": 'import "@skein/test-kit";\n',
    };
    expect(problemsIn(tree)).toEqual([
      "packages/protocol/package.json:8: @skein/test-kit is for tests only; move it to devDependencies",
      "packages/protocol/src/index.ts:1: src imports @skein/test-kit, which is for tests only; import it in tests only",
    ]);
  });
});
