import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { createCollector } from "../src/findings.ts";
import { readCodexRules } from "../src/programs/codex-rules.ts";

const text = `
# Pushing
prefix_rule(
    pattern = ["git", ["push", "fetch"]],  # either
    decision = "prompt",
    justification = "Ask (first), please",
    match = ["git push origin"],
)
prefix_rule(pattern=["npm", "test"])
prefix_rule(pattern=["rm", "-rf"], decision="forbidden")
prefix_rule(pattern=["echo", "a b"])
prefix_rule(pattern=words, decision="forbidden")
prefix_rule(pattern=["x"], decision="maybe")
host_executable(name="git", paths=["/usr/bin/git"])
`;

const readAs = async (content: string) => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, "default.rules"), content);
  const into = createCollector();
  await readCodexRules(folder.path, into);
  return into.found;
};

it.each([
  `["git", "push")`,
  `["git", "push"}`,
  `("git", "push"]`,
  `["git"] + more`,
  `["git", ["push", "fetch"]`,
  `["git", []]`,
  `["git", ""]`,
  `["git", word]`,
  `["a\\tb"]`,
  `[]`,
  `"git"`,
])("allows nothing by the pattern %s", async (pattern) => {
  const { rules } = await readAs(`prefix_rule(pattern = ${pattern}, decision = "allow")`);
  expect(rules.filter(({ verdict }) => verdict !== "deny")).toEqual([]);
});

it("reads the rules of Codex, and names what it cannot say", async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, "default.rules"), text);
  const into = createCollector();
  await readCodexRules(folder.path, into);
  const rules = into.found.rules.map(({ verdict, text: rule, isPartOf }) => `${verdict} ${rule ?? isPartOf}`);
  expect(rules).toEqual([
    "ask shell(git push *)",
    "ask shell(git fetch *)",
    "allow shell(npm test *)",
    "deny shell(rm -rf *)",
    "allow shell(echo 'a b' *)",
    "deny its pattern or decision is not written out",
    "deny Skein has no such decision",
  ]);
  expect(into.found.leftAlone.map(({ why }) => why)).toEqual([
    "Skein reads only prefix_rule(…) of these files",
  ]);
});
