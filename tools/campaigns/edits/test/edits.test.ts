import { expect, it } from "vitest";
import { developer } from "../../../../packages/extensions-builtin/src/developer/index.ts";
import { temporaryFolder } from "../../../../packages/test-kit/src/index.ts";
import { casesOf } from "../cases.ts";
import { runCase } from "../run-case.ts";

it("does each edit as asked, at once or at the next call, and changes no other byte", async () => {
  await using folder = await temporaryFolder();
  const extension = developer();
  const bad: string[] = [];
  for (const one of casesOf(2)) {
    const { result, said } = await runCase(extension, folder.path, one);
    if (result !== "at once" && result !== "one turn later")
      bad.push(`${one.kind}: ${result}\n${said.join("\n")}`);
  }
  await extension.close();
  expect(bad).toEqual([]);
});
