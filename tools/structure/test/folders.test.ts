import { expect, it } from "vitest";
import { problemsIn, soundTree } from "./tree.ts";

const folder = "packages/agent/src";

it("refuses the fewer of the imports between two folders that import each other", () => {
  const tree = {
    ...soundTree,
    [`${folder}/loop/run.ts`]: 'import type { Call } from "../calls/call.ts";\nexport type Run = Call;\n',
    [`${folder}/loop/end.ts`]: 'import type { Call } from "../calls/call.ts";\nexport type End = Call;\n',
    [`${folder}/calls/call.ts`]: "export type Call = 1;\n",
    [`${folder}/calls/more.ts`]: 'import type { Run } from "../loop/run.ts";\nexport type More = Run;\n',
  };
  expect(problemsIn(tree)).toEqual([
    `${folder}/calls/more.ts:1: imports ${folder}/loop/run.ts, but loop imports calls; move what both need into a folder below them`,
  ]);
});

it("accepts what lies beside the folders", () => {
  const tree = {
    ...soundTree,
    [`${folder}/parts.ts`]: 'import type { Call } from "./calls/call.ts";\nexport type Parts = Call;\n',
    [`${folder}/calls/call.ts`]: "export type Call = 1;\n",
    [`${folder}/calls/more.ts`]: 'import type { Parts } from "../parts.ts";\nexport type More = Parts;\n',
  };
  expect(problemsIn(tree)).toEqual([]);
});
