import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { publishedMembers } from "../published.ts";

const root = join(import.meta.dirname, "../../..");
const files = readdirSync(join(root, ".changeset")).filter((name) => name.endsWith(".md"));

/** A changeset that names a private package as well stops the whole release. */
describe("changesets", () => {
  it("name published packages alone", () => {
    const published = new Set(publishedMembers(root).map(({ manifest }) => manifest.name));
    const named = files.flatMap((file) => {
      const [, head = ""] = readFileSync(join(root, ".changeset", file), "utf8").split(/^---$/m);
      return [...head.matchAll(/^"?([^":\n]+)"?:/gm)].map(([, name = ""]) => `${file}: ${name}`);
    });
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((line) => !published.has(line.split(": ")[1]))).toEqual([]);
  });
});
