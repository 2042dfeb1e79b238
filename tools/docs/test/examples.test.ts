import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { checkExamples } from "../examples.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

it("the examples in docstrings compile", () => {
  const { count, problems } = checkExamples(root, [
    "protocol",
    "provider-kit",
    "provider-conformance",
    "extension-kit",
  ]);
  expect(problems).toEqual([]);
  expect(count).toBeGreaterThan(10);
});
