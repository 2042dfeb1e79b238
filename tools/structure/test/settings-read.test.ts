import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { settingsReadProblems } from "../laws/settings-read.ts";
import { readWorkspace, type Workspace } from "../workspace.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const file = "packages/settings/src/fields/limit-fields.ts";

/** A copy of this repository's sources, with another table of limits. */
function withTable(change: (text: string) => string): Workspace {
  const workspace = readWorkspace(root);
  const text = change(readFileSync(`${root}/${file}`, "utf8"));
  return {
    ...workspace,
    members: workspace.members.map((member) => ({
      ...member,
      src: member.src.map((one) =>
        one.path === file ? { ...one, source: { ...one.source, text, code: text } } : one,
      ),
    })),
  };
}

it("finds a setting that no code reads, and no other", () => {
  const unread = '  neverReadAnywhere: {\n    key: "x",\n    project: "chooses",\n  },\n';
  expect(settingsReadProblems(withTable((text) => text))).toEqual([]);
  const problems = settingsReadProblems(
    withTable((text) => text.replace("export const limitFields = {\n", (line) => line + unread)),
  );
  expect(problems).toMatchObject([{ file, what: "has the setting neverReadAnywhere, which no code reads" }]);
});
