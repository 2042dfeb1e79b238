import { expect, it } from "vitest";
import { problemsIn, soundTree, manifest } from "./tree.ts";

const entry = "packages/protocol/src/index.ts";
const published = {
  ...soundTree,
  "packages/protocol/package.json": manifest("protocol", { private: undefined, version: "0.1.0" }),
};

function undocumented(text: string, files: Readonly<Record<string, string>> = {}): readonly string[] {
  const lines = problemsIn({ ...published, ...files, [entry]: text });
  return lines.flatMap((line) => /^(\S+): (\S+) has no docstring; /.exec(line)?.slice(1).join(" ") ?? []);
}

it("refuses exported names without a docstring", () => {
  expect(undocumented("export const one = 1;\n\nexport function two(): void {}\nconst three = 3;\n")).toEqual(
    [`${entry}:1 one`, `${entry}:3 two`],
  );
});

it.each(["// One.\n", "/* One. */\n", "/** */\n", "/**\n *\n */\n"])(
  "does not take %j for a docstring",
  (comment) => {
    expect(undocumented(`${comment}export const one = 1;\n`)).toHaveLength(1);
  },
);

it("refuses fields and methods without a docstring", () => {
  const text = `/** A. */
export interface A {
  readonly one: number;
  two(): void;
  /** Three. */
  readonly three: number;
}
/** B. */
export class B {
  readonly four: number = 4;
  #five = 5;
  constructor() {}
  six(): void {}
}
/** C. */
export type C = { readonly kind: "a"; readonly seven: number } | ({ readonly kind: "b" } & { eight?: true });
`;
  expect(undocumented(text)).toEqual([
    `${entry}:3 A.one`,
    `${entry}:4 A.two`,
    `${entry}:10 B.four`,
    `${entry}:13 B.six`,
    `${entry}:16 C.seven`,
    `${entry}:16 C.eight`,
  ]);
});

it("refuses each overload without a docstring, and not what implements them", () => {
  const text = `/** A. */
export function a(one: string): void;
export function a(one: number): void;
export function a(one: unknown): void {}
`;
  expect(undocumented(text)).toEqual([`${entry}:3 a`]);
});

it("looks at what an exported type inherits from one that is not exported", () => {
  const text =
    "interface Base {\n  readonly one: number;\n}\n/** A. */\nexport interface A extends Base {}\n";
  expect(undocumented(text)).toEqual([`${entry}:2 A.one`]);
});

it("follows names to the files that declare them", () => {
  const files = {
    "packages/protocol/src/a.ts": "export const one = 1;\nexport const two = 2;\n",
    "packages/protocol/src/b.ts": "const three = 3;\nexport { three as four };\n",
  };
  const text = 'export { one } from "./a.ts";\nexport * from "./b.ts";\n';
  expect(undocumented(text, files)).toEqual([
    "packages/protocol/src/a.ts:1 one",
    "packages/protocol/src/b.ts:1 three",
  ]);
});

it("leaves private packages and packages that no author reads alone", () => {
  const text = "export const one = 1;\n";
  expect(problemsIn({ ...soundTree, [entry]: text })).toEqual([]);
  const agent = { "packages/agent/package.json": manifest("agent", { private: undefined }) };
  expect(problemsIn({ ...soundTree, ...agent }).filter((line) => line.includes("docstring"))).toEqual([]);
});
