import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createGate } from "../src/index.ts";
import { findInTree } from "../src/paths/find-in-tree.ts";
import { request, signal } from "./requests.ts";

it("a folder with more entries than are looked at may hold anything, so that reading it is asked about", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "skein-tree-")));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, "large"));
  for (let at = 0; at < 9_999; at++) writeFileSync(join(root, "large", `${at}`), "");
  const decide = async () =>
    createGate({ mode: "smart_approve" }).decide(
      request({ input: { command: "grep -rn a ." }, cwd: root }),
      signal,
    );
  expect(findInTree({ path: root }, () => false)).toBeUndefined();
  expect(await decide()).toMatchObject({ verdict: "allow" });
  writeFileSync(join(root, "large", "last"), "");
  expect(findInTree({ path: root }, () => false)).toEqual({ path: root, isUnknown: true });
  expect(await decide()).toMatchObject({
    verdict: "ask",
    reason: expect.stringContaining("too large to be checked") as string,
  });
});
