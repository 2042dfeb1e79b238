import type { Example } from "../example.ts";

const extension = "packages/extensions-builtin/src/developer/developer.ts";

export const tool: Example = {
  names: { EXTENSION: "developer", TOOL: "word-count", NAME: "word-count" },
  changes: [
    {
      file: "packages/extensions-builtin/src/developer/word-count.ts",
      text: `import { readFile } from "node:fs/promises";
import { defineTool } from "@skein/extension-kit";
import { readText } from "@skein/platform/text";
import type { Tool } from "@skein/protocol";
import { fields, text } from "../fields.ts";
import { absolutePath, nearResource, pathFailure } from "./paths.ts";
import { refuseIgnored } from "./ignore-files/refuse-ignored.ts";

export function wordCountTool(): Tool {
  const tool = defineTool({
    name: "word_count",
    description: "Count the words of a text file.",
    effect: "reads",
    input: fields({ path: text() }),
    resources: ({ path }, cwd) => nearResource(path, cwd),
    async run({ path: given }, { cwd, signal }) {
      const path = absolutePath(given, cwd);
      const refused = refuseIgnored(path);
      if (refused) return refused;
      try {
        const { text: content } = await readText(await readFile(path, { signal }));
        return \`\${content.match(/\\S+/g)?.length ?? 0} words\`;
      } catch (error) {
        signal.throwIfAborted();
        return pathFailure(error, path);
      }
    },
  });
  return { ...tool, isDeferred: true };
}
`,
    },
    {
      file: extension,
      after: 'import { commandStarter } from "./shell/start-command.ts";\n',
      text: 'import { wordCountTool } from "./word-count.ts";\n',
    },
    { file: extension, after: "      treeTool(isGuarded),\n", text: "      wordCountTool(),\n" },
    {
      file: "packages/extensions-builtin/test/developer/word-count.test.ts",
      text: `import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { workbench } from "./workbench.ts";

it("word_count counts the words of a file", async () => {
  await using bench = await workbench();
  writeFileSync(join(bench.cwd, "a.txt"), "one two\\n three\\n");
  expect(await bench.says("word_count", { path: "a.txt" })).toBe("3 words");
  expect(await bench.call("word_count", { path: "none" })).toMatchObject({ kind: "failed" });
});
`,
    },
    {
      file: "packages/extensions-builtin/test/developer/definitions.test.ts",
      after: '      ["tree", "reads", "safe"],\n',
      text: '      ["word_count", "reads", "safe"],\n',
    },
    {
      file: ".changeset/word-count.md",
      text: '---\n"@skein/extensions-builtin": minor\n---\n\nAdd the tool `word_count`.\n',
    },
  ],
  leftOut: {
    file: "packages/extensions-builtin/test/developer/definitions.test.ts",
    command: "npm run x -- vitest run packages/extensions-builtin/test/developer",
  },
};
