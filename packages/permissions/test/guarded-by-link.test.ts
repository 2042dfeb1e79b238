import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createGate, pathGuard, type PermissionRule } from "../src/index.ts";
import { request, signal } from "./requests.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "skein-links-")));
afterAll(() => rmSync(base, { recursive: true }));
const [cwd, home, shared] = ["work", "home", "shared"].map((name) => join(base, name)) as [
  string,
  string,
  string,
];
for (const folder of [cwd, join(home, ".ssh"), shared]) mkdirSync(folder, { recursive: true });
writeFileSync(join(home, ".ssh", "config"), "Host a");
writeFileSync(join(base, "outside"), "text");
writeFileSync(join(shared, "plain"), "text");
symlinkSync(join(home, ".ssh", "config"), join(cwd, "notes"));
symlinkSync(join(home, ".ssh"), join(cwd, "keys"));
symlinkSync(join(base, "outside"), join(cwd, "out"));
symlinkSync(join(base, "outside"), join(shared, "out"));

const guard = pathGuard({ home });
const mayRead = (path: string) => path.startsWith(`${shared}/`);

async function decide(
  mode: string,
  change: Parameters<typeof request>[0],
  ...rules: readonly PermissionRule[]
) {
  return createGate({ mode, rules, guard, mayRead }).decide(request({ cwd, ...change }), signal);
}

const tool = (effect: "reads" | "writes", path: string) =>
  ({
    tool: effect === "reads" ? "read" : "write",
    effect,
    input: { path },
    resources: [`file:${path}`],
  }) as const;
const command = (text: string) => ({ input: { command: text } });

describe("a link to a guarded file", () => {
  it.each([
    ["auto", tool("writes", join(cwd, "notes"))],
    ["accept_edits", tool("writes", join(cwd, "notes"))],
    ["smart_approve", tool("reads", join(cwd, "notes"))],
    ["smart_approve", command("cat notes")],
    ["auto", command("echo a > notes")],
    // The system follows the link before it goes up.
    ["auto", tool("writes", `${cwd}/keys/../.bashrc`)],
    ["auto", command("echo a > keys/../.bashrc")],
  ] as const)("is guarded in %s: %j", async (mode, call) => {
    expect(await decide(mode, call)).toMatchObject({
      verdict: "ask",
      by: expect.stringContaining("guarded path") as string,
    });
  });
});

describe("a link to a file outside", () => {
  it.each([
    ["smart_approve", tool("reads", join(cwd, "out"))],
    ["smart_approve", tool("reads", join(shared, "out"))],
    ["smart_approve", command("cat out")],
    ["smart_approve", command(`cat ${join(shared, "out")}`)],
    ["accept_edits", tool("writes", join(cwd, "out"))],
    ["accept_edits", command("echo a > out")],
  ] as const)("is outside in %s: %j", async (mode, call) => {
    const decision = await decide(mode, call);
    expect(decision.verdict).toBe("ask");
    expect(decision.isRoutine).toBeUndefined();
  });

  it.each([tool("reads", join(shared, "plain")), command(`cat ${join(shared, "plain")}`)])(
    "is no other than where its folder may be read and it leads there: %j",
    async (call) => {
      expect(await decide("smart_approve", call)).toMatchObject({ verdict: "allow" });
      expect(await decide("approve", call)).toMatchObject({ verdict: "ask" });
    },
  );

  it("is denied by a rule for the link, and by one for its target", async () => {
    for (const pattern of [join(cwd, "out"), join(base, "outside")]) {
      const rule = { tool: `read(${pattern})`, verdict: "deny" } as const;
      expect(await decide("auto", tool("reads", join(cwd, "out")), rule)).toMatchObject({ verdict: "deny" });
      expect(await decide("auto", command("cat out"), rule)).toMatchObject({ verdict: "deny" });
    }
  });

  it("is allowed only by rules for both", async () => {
    const rules = [join(cwd, "out"), join(base, "outside"), `${base}/**`].map(
      (pattern) => ({ tool: `read(${pattern})`, verdict: "allow" }) as const,
    );
    const verdicts = rules.map(
      async (rule) => (await decide("approve", tool("reads", join(cwd, "out")), rule)).verdict,
    );
    expect(await Promise.all(verdicts)).toEqual(["ask", "ask", "allow"]);
  });
});

it("a file that a program may change is freed by a rule for changing it alone", async () => {
  const file = join(home, ".bashrc");
  const call = command(`frobnicate ${file}`);
  const allow = (text: string) => ({ tool: text, verdict: "allow" }) as const;
  const program = allow("shell(frobnicate *)");
  const by = expect.stringContaining("guarded path") as string;
  expect(await decide("auto", call)).toMatchObject({ verdict: "ask", by });
  expect(await decide("auto", call, program, allow(`read(${file})`))).toMatchObject({ verdict: "ask", by });
  expect(await decide("auto", call, program, allow(`edit(${file})`))).toMatchObject({ verdict: "allow" });
});
