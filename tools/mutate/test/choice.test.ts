import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { plant } from "../kill-named.ts";
import { namedMutants } from "../named-mutants.ts";
import { chooseScopes, publishedSize, quickSize, scopes } from "../scope.ts";

const root = join(import.meta.dirname, "../../..");

function sourceOf(file: string): string | undefined {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

describe("what is mutated", () => {
  it("is every package in scope, without words, and each has files", () => {
    const chosen = chooseScopes([], root);
    expect(chosen.map(({ name }) => name)).toEqual(scopes.map(({ name }) => name));
    for (const { mutate } of chosen) expect(mutate.length).toBeGreaterThan(1);
    expect(chosen.flatMap(({ mutate }) => mutate).filter((file) => file.endsWith("/index.ts"))).toEqual([]);
  });

  it("is what the words name: packages, or files", () => {
    expect(chooseScopes(["with-watchdog"], root)).toMatchObject([
      { name: "provider-kit", mutate: ["packages/provider-kit/src/with-watchdog.ts"] },
    ]);
    // Files of other packages are called so, too.
    expect(chooseScopes(["compaction"], root).map(({ name }) => name)).toEqual(["compaction"]);
    const both = chooseScopes(["permissions", "redacting-stream"], root);
    expect(both.map(({ name }) => name)).toEqual(["permissions", "redaction"]);
    expect(both[1]?.mutate).toEqual(["packages/redaction/src/redacting-stream.ts"]);
  });

  it("is nothing when a word names nothing", () => {
    expect(() => chooseScopes(["permissions", "nosuch"], root)).toThrow(
      'Nothing in scope is called "nosuch"',
    );
  });
});

describe("the published sample", () => {
  it("has a share for each package, and CI runs a part of some", () => {
    expect(scopes.reduce((sum, { share }) => sum + share, 0)).toBe(publishedSize);
    const quick = scopes.filter(({ isQuick }) => isQuick);
    expect(quick.length).toBeGreaterThan(3);
    for (const { share } of quick) expect(share).toBeGreaterThan(quickSize);
  });
});

describe("a named mutant", () => {
  const mutant = { name: "n", file: "f", find: "a > 3", replace: "a >= 3" };

  it("is planted where it says", () => {
    expect(plant(mutant, "if (a > 3) b();")).toBe("if (a >= 3) b();");
  });

  it.each(["if (a > 4) b();", "a > 3; a > 3;", ""])("does not apply to %j", (source) => {
    expect(plant(mutant, source)).toBeUndefined();
  });

  it.each(namedMutants)("applies to the sources as they are: $name", (named) => {
    expect(plant(named, sourceOf(named.file) ?? "")).toBeDefined();
  });
});
