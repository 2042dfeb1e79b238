import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createJobHeart } from "../../../src/developer/jobs/job-heart.ts";
import { leaseFile } from "../../../src/developer/jobs/job-script.ts";

it("shows each running job another sign of life, also when the folder of one was removed", () => {
  const folder = mkdtempSync(join(tmpdir(), "skein-heart-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const heart = createJobHeart(60_000, () => [join(folder, "removed"), folder]);
  onTestFinished(() => heart.stop());
  const signs = [1, 2].map(() => {
    heart.start();
    return readFileSync(join(folder, leaseFile), "utf8");
  });
  expect(signs).toEqual([`${process.pid}.1\n`, `${process.pid}.2\n`]);
});
