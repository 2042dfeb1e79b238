import { expect, it } from "vitest";
import { jobsText } from "../src/commands/results/jobs-text.ts";

it("background jobs have a line each, with what became of them", () => {
  const dev = { id: "1", command: "npm run dev", startedAt: 1_000 };
  const test = {
    id: "2",
    command: "npm test",
    startedAt: 2_000,
    end: { by: "itself", exitCode: 1 },
  } as const;
  const shell = { id: "3", command: "bash", startedAt: 0, kept: true } as const;
  expect(jobsText({ kind: "jobs", jobs: [] }, 0)).toBe("No background jobs in this session.");
  expect(jobsText({ kind: "jobs", jobs: [dev, test, shell] }, 61_000)).toMatchInlineSnapshot(`
    "  1  running 60 s  npm run dev
      2  ended, exit code 1  npm test
      3  running 61 s, kept  bash"
  `);
  const ended = { ...dev, end: { by: "user" } } as const;
  expect(jobsText({ kind: "jobs", jobs: [ended], ended: { id: "1", wasRunning: true } }, 0)).toBe(
    "Job 1 was ended.\n  1  ended by you  npm run dev",
  );
  expect(jobsText({ kind: "jobs", jobs: [], ended: { id: "9", wasRunning: false } }, 0)).toContain(
    "No job 9 was running.",
  );
});
