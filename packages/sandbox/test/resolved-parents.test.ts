import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { resolvedParents } from "../src/protected/resolved-parents.ts";

it("resolves links above a path, also where the path or its folder is missing, and never the path itself", () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "skein-parents-test-")));
  try {
    mkdirSync(join(base, "real"));
    symlinkSync("real", join(base, "link"));
    symlinkSync("nowhere", join(base, "dangling"));
    const under = (...names: readonly string[]) => names.map((name) => join(base, name));
    expect(resolvedParents(under("link", "link/a", "link/b/c", "dangling/a", "real/"))).toEqual(
      under("link", "real/a", "real/b/c", "dangling/a", "real"),
    );
    expect(resolvedParents(["/etc", "/"])).toEqual(["/etc", "/"]);
  } finally {
    rmSync(base, { recursive: true });
  }
});
