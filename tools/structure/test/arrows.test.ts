import { describe, expect, it } from "vitest";
import { arrows, matches, partOf } from "../arrows.ts";

describe("the arrow table", () => {
  it("lets arrows go down only", () => {
    const rising = Object.entries(arrows).flatMap(([name, { rank, mayImport }]) =>
      mayImport
        .filter((target) => partOf(target, arrows)!.rank >= rank)
        .map((target) => `${name} → ${target}`),
    );
    expect(rising).toEqual([]);
  });

  it("names only parts that it knows", () => {
    const targets = Object.values(arrows).flatMap(({ mayImport }) => mayImport);
    expect(targets.filter((target) => partOf(target, arrows) === undefined)).toEqual([]);
  });

  it("lets agent import protocol alone", () => {
    expect(arrows["agent"]!.mayImport).toEqual(["protocol"]);
  });

  it("has one row for providers and one of its own for each of their kits", () => {
    expect(partOf("provider-new", arrows)!.mayImport).toEqual(["provider-kit", "protocol"]);
    expect(partOf("provider-kit", arrows)!.mayImport).toEqual(["platform", "protocol"]);
    expect(partOf("provider-conformance", arrows)!.testsOnly).toBe("published");
    expect(matches("provider-*", "provider-new")).toBe(true);
    expect(matches("provider-*", "runtime")).toBe(false);
  });
});
