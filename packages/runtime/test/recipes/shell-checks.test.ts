import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { CheckVerdict } from "@skein/protocol";
import type { RecipeRetry } from "@skein/recipes";
import { processesWith, temporaryFolder, uniqueSeconds } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { shellChecks, type ShellCheckOptions } from "../../src/recipes/shell-checks.ts";

const never = new AbortController().signal;
const retryOf = (parts: Partial<RecipeRetry>, ...commands: readonly string[]): RecipeRetry => ({
  maxRetries: 1,
  checks: commands.map((command) => ({ type: "shell", command })),
  ...parts,
});

async function checked(
  retry: RecipeRetry,
  options: Partial<ShellCheckOptions> & { readonly attempt?: number } = {},
): Promise<CheckVerdict> {
  await using folder = await temporaryFolder();
  return await shellChecks(retry, { cwd: folder.path, ...options }).check(options.attempt ?? 1, never);
}

describe.concurrent("checks of a recipe", () => {
  it("pass when every command ends with 0, and where there are none", async () => {
    expect(await checked(retryOf({}, "true", "test -d ."))).toEqual({ passed: true });
    expect(await checked(retryOf({}))).toEqual({ passed: true });
  });

  it("say which one failed first, its exit code, and the end of what it wrote on either stream", async () => {
    const verdict = await checked(
      retryOf({}, "true", "seq 1 500; echo last >&2; printf '\\033[31mred'; exit 3", "touch never"),
    );
    if (verdict.passed) throw new Error("It passed.");
    expect(verdict.retry).toBe(true);
    expect(verdict.report).toMatch(
      /^Check 2 of 3 failed: seq 1 500;.*\nIts exit code is 3\. The end of its output:\n/,
    );
    expect(verdict.report).toMatch(/499\n500\nlast\nred$/);
    expect(verdict.report.split("\n").length).toBeLessThan(50);
  });

  it.each([
    ["a signal", "kill -9 $$", "It was ended by SIGKILL. It produced no output."],
    ["a command that is none", "no-such-command-here", "Its exit code is 127."],
  ])("fail by %s", async (_what, command, words) => {
    expect(await checked(retryOf({}, command))).toMatchObject({ report: expect.stringContaining(words) });
  });

  it("are tried again as often as the recipe says, after the first attempt", async () => {
    const verdicts = await Promise.all(
      [1, 2, 3, 4].map((attempt) => checked(retryOf({ maxRetries: 2 }, "false"), { attempt })),
    );
    expect(verdicts.map((verdict) => "retry" in verdict && verdict.retry)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(verdicts[2]).toMatchObject({ report: expect.stringContaining("attempt 3, the last one") });
  });

  it("clean up before each further attempt, and not after the last one", async () => {
    await using folder = await temporaryFolder();
    const retry = retryOf({ maxRetries: 2, onFailure: "echo cleaned >>log" }, "false");
    const checks = shellChecks(retry, { cwd: folder.path });
    for (const attempt of [1, 2, 3]) await checks.check(attempt, never);
    expect(await readFile(join(folder.path, "log"), "utf8")).toBe("cleaned\ncleaned\n");
  });

  it("are over when cleaning up fails", async () => {
    const verdict = await checked(retryOf({ onFailure: "echo no way; exit 7" }, "false"));
    expect(verdict).toMatchObject({ retry: false });
    expect(verdict).toMatchObject({
      report: expect.stringMatching(/Check 1 of 1.*clean up.*exit code is 7.*no way/s),
    });
  });

  it("run in the folder, with nothing to read and without what looks like a secret", async () => {
    await using folder = await temporaryFolder();
    const env = { PATH: process.env["PATH"], MY_TOKEN: "s3cret-value", PLAIN: "yes" };
    const command = 'cat; pwd; echo "token=$MY_TOKEN plain=$PLAIN mark=$SKEIN_CALL"; exit 1';
    const verdict = await checked(retryOf({}, command), { cwd: folder.path, env });
    expect(verdict).toMatchObject({
      report: expect.stringMatching(/\n.*\ntoken= plain=yes mark=check\.[0-9a-f]{8}$/),
    });
    expect(verdict).toMatchObject({ report: expect.stringContaining(`\n${folder.path}\n`) });
  });

  it("end at their time limit, with all they have started", async () => {
    const id = uniqueSeconds();
    const command = `setsid sleep ${id} & (sleep ${id} &) ; echo up; sleep ${id}`;
    const verdict = await checked(retryOf({ timeoutSeconds: 1 }, command));
    expect(verdict).toMatchObject({
      retry: true,
      report: expect.stringMatching(/It was ended after 1 s, its time limit.*\nup$/s),
    });
    expect(await processesWith(id)).toEqual([]);
  });

  it("leave nothing in the background", async () => {
    const id = uniqueSeconds();
    const command = `setsid sleep ${id} & sleep ${id} & nohup sleep ${id} >/dev/null 2>&1 & true`;
    expect(await checked(retryOf({}, command))).toEqual({ passed: true });
    expect(await processesWith(id)).toEqual([]);
  });

  it("end by the signal, with all they have started", async () => {
    await using folder = await temporaryFolder();
    const stop = new AbortController();
    const id = uniqueSeconds();
    const command = `trap '' TERM; setsid sleep ${id} & touch begun; sleep ${id} & wait; wait`;
    const checks = shellChecks(retryOf({}, command), { cwd: folder.path });
    const checking = checks.check(1, stop.signal);
    while ((await processesWith(id)).length < 2) await sleep(10);
    stop.abort(new Error("enough"));
    await expect(checking).rejects.toThrow("enough");
    expect(await processesWith(id)).toEqual([]);
    await expect(checks.check(1, stop.signal)).rejects.toThrow("enough");
  });

  it.each([
    ["the recipe's own", { timeoutSeconds: 1 }, { SKEIN_RECIPE_RETRY_TIMEOUT_SECONDS: "60" }],
    ["Skein's", {}, { SKEIN_RECIPE_RETRY_TIMEOUT_SECONDS: "1", GOOSE_RECIPE_RETRY_TIMEOUT_SECONDS: "60" }],
    ["Goose's", {}, { SKEIN_RECIPE_RETRY_TIMEOUT_SECONDS: "soon", GOOSE_RECIPE_RETRY_TIMEOUT_SECONDS: "1" }],
  ])("have a time limit: %s", async (_whose, parts, env) => {
    const verdict = await checked(retryOf(parts, "sleep 30"), { env: { PATH: process.env["PATH"], ...env } });
    expect(verdict).toMatchObject({ report: expect.stringContaining("after 1 s") });
  });

  it("have a time limit for cleaning up", async () => {
    const env = { PATH: process.env["PATH"], GOOSE_RECIPE_ON_FAILURE_TIMEOUT_SECONDS: "1" };
    const verdict = await checked(retryOf({ onFailure: "sleep 30" }, "false"), { env });
    expect(verdict).toMatchObject({ retry: false, report: expect.stringContaining("after 1 s") });
  });

  it("fail where there is no folder to run in", async () => {
    const verdict = await checked(retryOf({}, "true"), { cwd: "/no/such/folder" });
    expect(verdict).toMatchObject({ report: expect.stringContaining("/no/such/folder does not exist") });
  });

  it("keep the end of a flood and nothing else of it", async () => {
    const verdict = await checked(
      retryOf({}, "head -c 30000000 /dev/zero | tr '\\0' x; echo; echo the end; exit 1"),
    );
    if (verdict.passed) throw new Error("It passed.");
    expect(verdict.report.length).toBeLessThan(20_000);
    expect(verdict.report.endsWith("the end")).toBe(true);
  });

  it("tell what they do", async () => {
    const told: string[] = [];
    await checked(retryOf({ maxRetries: 3, onFailure: "true" }, "true", "false\nfalse"), {
      tell: (sentence) => told.push(sentence),
    });
    expect(told).toEqual([
      "Attempt 1 of 4, check 1 of 2: true",
      "Attempt 1 of 4, check 2 of 2: false …",
      "Before the next attempt: true",
    ]);
  });
});
