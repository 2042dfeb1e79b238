import { expect, it } from "vitest";
import { problemsIn, soundTree } from "./tree.ts";

const [agent, protocol] = ["packages/agent/src/index.ts", "packages/protocol/src/index.ts"];
const home = "packages/platform/src/folders/is-inside.ts";
const lengthOf = `function lengthOf(text: string): number {
  return [...text].filter((character) => character !== " ").length;
}
`;

it.each([
  "export function isInside(path: string): boolean {\n  return path.startsWith('/');\n}\n",
  "async function isInside(): Promise<boolean> {\n  return false;\n}\n",
  "const isInside = (path: string) => path.startsWith('/');\n",
])("refuses a second definition of a name that has one: %s", (text) => {
  expect(problemsIn({ ...soundTree, [agent]: text })).toEqual([
    `${agent}:1: defines isInside, which ${home} defines; import it, or name what differs`,
  ]);
});

it("accepts the definition itself, and a name within a function", () => {
  const text = "export function walk() {\n  const isInside = true;\n  return isInside;\n}\n";
  expect(problemsIn({ ...soundTree, [agent]: text })).toEqual([]);
});

it.each([
  ["as it is", lengthOf],
  ["exported", `export ${lengthOf}`],
  ["with other white space", lengthOf.replace("  return ", "    return ")],
])("refuses a copy of a function of another package, %s", (_, copy) => {
  expect(problemsIn({ ...soundTree, [protocol]: lengthOf, [agent]: copy })).toEqual([
    `${protocol}:1: repeats lengthOf of ${agent}; move it to a package that both may import`,
  ]);
});

it.each([
  ["another name", lengthOf.replace("lengthOf", "sizeOf")],
  ["another text", lengthOf.replace('" "', '"_"')],
  ["a short one", "function lengthOf() {\n  return 1;\n}\n"],
])("accepts %s", (_, other) => {
  expect(problemsIn({ ...soundTree, [protocol]: lengthOf, [agent]: other })).toEqual([]);
});
