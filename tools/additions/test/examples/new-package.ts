import type { Example } from "../example.ts";

const manifest = {
  name: "@skein/word-count",
  version: "0.1.0",
  description: "Counts the words of texts.",
  license: "Apache-2.0",
  files: ["dist", "src", "README.md"],
  type: "module",
  sideEffects: false,
  exports: { ".": "./src/index.ts", "./package.json": "./package.json" },
  dependencies: { "@skein/protocol": "workspace:^" },
  engines: { node: ">=24" },
};

export const newPackage: Example = {
  names: { NAME: "word-count" },
  changes: [
    { file: "packages/word-count/package.json", text: `${JSON.stringify(manifest, undefined, 2)}\n` },
    {
      file: "packages/word-count/vitest.config.ts",
      text: 'export { default } from "../../vitest.shared.ts";\n',
    },
    {
      file: "packages/word-count/README.md",
      text: `# @skein/word-count

Counts the words of texts.

\`\`\`sh
npm install @skein/word-count
\`\`\`

\`\`\`ts
import { countWords } from "@skein/word-count";

console.log(countWords("one two"));
\`\`\`
`,
    },
    {
      file: "packages/word-count/src/index.ts",
      text: `import { groupedNumber } from "@skein/protocol";

/** Returns the number of words in a text, as text. */
export function countWords(text: string): string {
  return groupedNumber(text.match(/\\S+/g)?.length ?? 0);
}
`,
    },
    {
      file: "packages/word-count/test/count-words.test.ts",
      text: `import { expect, it } from "vitest";
import { countWords } from "../src/index.ts";

it("counts words", () => {
  expect(["", "one", " one two "].map(countWords)).toEqual(["0", "1", "2"]);
});
`,
    },
    {
      file: "tools/structure/arrows.ts",
      after: "export const arrows: ArrowTable = {\n",
      text: '  "word-count": { rank: 1, mayImport: ["protocol"] },\n',
    },
    {
      file: "ARCHITECTURE.md",
      after:
        "  protocol            messages, model events, tools, agent events, entries, ports, errors, outcomes. No I/O, no dependencies\n",
      text: "  word-count          counts the words of texts\n",
    },
    {
      file: ".changeset/word-count.md",
      text: '---\n"@skein/word-count": minor\n---\n\nAdd the package `@skein/word-count`.\n',
    },
  ],
  leftOut: { file: "tools/structure/arrows.ts", command: "npm run structure" },
};
