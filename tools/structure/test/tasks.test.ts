import { describe, expect, it } from "vitest";
import { manifest, problemsIn, soundTree } from "./tree.ts";

const tested = {
  ...soundTree,
  "docs/page.md": "# Page\n",
};
const read = 'export const page = new URL("../../../docs/page.md", import.meta.url);\n';

describe("the tasks of turbo", () => {
  it("are there for every package, and for its tests", () => {
    const untested = manifest("protocol", { scripts: {} });
    const tree = { ...tested, "packages/protocol/package.json": untested };
    expect(problemsIn({ ...tree, "packages/protocol/test/x.test.ts": "export {};\n" })).toEqual([
      'packages/protocol/package.json:7: script "build" is not "tsc -b && node ../../tools/packages/bundle.ts", turbo\'s task; run `npm run format`',
      'packages/protocol/package.json:7: script "test" is not "node ../../tools/checks/test-package.ts", turbo\'s task; run `npm run format`',
    ]);
  });

  it("have the files of others that a test reads as inputs", () => {
    const tree = { ...tested, "packages/protocol/test/x.test.ts": read };
    expect(problemsIn(tree)).toEqual([
      'packages/protocol/test/x.test.ts:1: reads docs/page.md; add "$TURBO_ROOT$/docs/page.md" to the inputs of "test" in packages/protocol/turbo.json',
    ]);
    const inputs = ["$TURBO_EXTENDS$", "$TURBO_ROOT$/docs/*.md"];
    expect(problemsIn({ ...tree, "packages/protocol/turbo.json": { tasks: { test: { inputs } } } })).toEqual(
      [],
    );
  });

  it("need none for paths that are not there, or outside of the repository", () => {
    const text = 'export const paths = ["../../../docs/gone.md", "../../../../shared/x"];\n';
    expect(problemsIn({ ...tested, "packages/protocol/test/x.test.ts": text })).toEqual([]);
  });
});
