import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sessionHome, shellCall, type Turn } from "./session-home.ts";

/** A home in which subagents may start, and a session `s` whose model is the script `parent.json`. */
async function parentHome() {
  const home = await sessionHome();
  mkdirSync(join(home.home, ".config", "skein"), { recursive: true });
  writeFileSync(join(home.home, ".config", "skein", "config.yaml"), 'permissions: { allow: ["subagent"] }\n');
  const model = ["--provider", "replay", "--model", "parent.json", "--mode", "smart_approve"];
  return {
    ...home,
    script: (name: string, turns: readonly Turn[]) =>
      writeFileSync(join(home.cwd, name), JSON.stringify({ turns })),
    runParent: () => home.here(["run", "-t", "go", "--session-id", "s", ...model], {}, { cwd: home.cwd }),
  };
}

/** The turn that starts a subagent. @param model - its script. */
function subagentCall(model: string, more: { readonly background?: boolean } = {}): Turn {
  const settings = { provider: "replay", model };
  return { calls: [{ name: "subagent", input: { instructions: "make", ...more, settings } }] };
}

it("a subagent's question that no one can answer ends the parent as needs-input, and is answered and resumed later", async () => {
  await using home = await parentHome();
  const { script } = home;
  script("child.json", [shellCall("touch made"), { text: "Made it." }]);
  script("parent.json", [subagentCall("child.json"), { text: "All done." }]);
  const run = await home.runParent();
  expect(run.exitCode).toBe(7);
  expect(existsSync(join(home.cwd, "made"))).toBe(false);
  expect(run.stderr).toContain("skein resume s --continue");

  const asked = await home.session(["answer", "s"]);
  const [, child = ""] =
    /^No question is open in s\. The session of its subagent has one: (\S+)\.$/m.exec(asked.stderr) ?? [];
  expect(run.stderr).toContain(`skein session answer ${child} --allow once`);
  const listed = await home.session(["answer", child, "--json"]);
  expect(JSON.parse(listed.stdout)).toMatchObject({ id: child, questions: [{ kind: "approval" }] });

  const unanswered = await home.here(["resume", "s", "--continue"], {}, { cwd: home.cwd });
  expect(unanswered.exitCode).toBe(7);

  const answered = await home.session(["answer", child, "--allow", "once"]);
  expect(answered).toMatchObject({ exitCode: 0 });
  expect(answered.stderr).toContain("Continue it: skein resume s --continue");

  // A scripted model starts from scratch in each process: the rest of each conversation.
  script("child.json", [{ text: "Made it." }]);
  script("parent.json", [{ text: "All done." }]);
  const resumed = await home.here(["resume", "s", "--continue"], {}, { cwd: home.cwd });
  expect(resumed).toMatchObject({ exitCode: 0 });
  expect(resumed.stdout).toContain("All done.");
  expect(existsSync(join(home.cwd, "made"))).toBe(true);
  expect((await home.session(["answer", child])).stderr).toContain("No question is open");
});

it("a subagent in the background is answered, and resumed with its parent", async () => {
  await using home = await parentHome();
  const { script } = home;
  script("child.json", [shellCall("touch made"), { text: "Made it." }]);
  script("parent.json", [
    subagentCall("child.json", { background: true }),
    { text: "Waiting." },
    { text: "It asks." },
  ]);
  const run = await home.runParent();
  expect(run.exitCode).toBe(7);
  expect(run.stderr).toContain("skein resume s --continue");
  const [, asking = ""] = /skein session answer (\S+) --allow once/.exec(run.stderr) ?? [];

  const answered = await home.session(["answer", asking, "--allow", "once"]);
  expect(answered.stderr).toContain("Continue it: skein resume s --continue");
  script("child.json", [{ text: "Made it." }]);
  script("parent.json", [{ text: "All done." }]);
  const resumed = await home.here(["resume", "s", "--continue"], {}, { cwd: home.cwd });
  expect(resumed).toMatchObject({ exitCode: 0 });
  expect(resumed.stdout).toContain("All done.");
  expect(existsSync(join(home.cwd, "made"))).toBe(true);
  const again = await home.here(["resume", "s", "--continue"], {}, { cwd: home.cwd });
  expect(again).toMatchObject({ exitCode: 2 });
});

it("a question two levels below is answered in its session, and resumed from the top", async () => {
  await using home = await parentHome();
  const { script } = home;
  script("below.json", [shellCall("touch made"), { text: "Made it." }]);
  script("child.json", [subagentCall("below.json"), { text: "Passed on." }]);
  script("parent.json", [subagentCall("child.json"), { text: "All done." }]);
  const run = await home.runParent();
  expect(run.exitCode).toBe(7);
  const [, asking = ""] = /skein session answer (\S+) --allow once/.exec(run.stderr) ?? [];

  const answered = await home.session(["answer", asking, "--allow", "once"]);
  expect(answered.stderr).toContain("Continue it: skein resume s --continue");
  script("below.json", [{ text: "Made it." }]);
  script("child.json", [{ text: "Passed on." }]);
  script("parent.json", [{ text: "All done." }]);
  const resumed = await home.here(["resume", "s", "--continue"], {}, { cwd: home.cwd });
  expect(resumed).toMatchObject({ exitCode: 0 });
  expect(resumed.stdout).toContain("All done.");
  expect(existsSync(join(home.cwd, "made"))).toBe(true);
});
