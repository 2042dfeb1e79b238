import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sessionHome, shellCall } from "./session-home.ts";

it("a subagent's question that no one can answer stays open, is found from its parent, and is answered later", async () => {
  await using home = await sessionHome();
  writeFileSync(
    join(home.cwd, "child.json"),
    JSON.stringify({ turns: [shellCall("touch made"), { text: "Made it." }] }),
  );
  mkdirSync(join(home.home, ".config", "skein"), { recursive: true });
  writeFileSync(join(home.home, ".config", "skein", "config.yaml"), 'permissions: { allow: ["subagent"] }\n');
  const settings = { provider: "replay", model: "child.json" };
  const call = { name: "subagent", input: { instructions: "make", settings } };
  await home.hold("s", "go", [{ calls: [call] }, { text: "All done." }], ["--mode", "smart_approve"]);
  expect(existsSync(join(home.cwd, "made"))).toBe(false);

  const asked = await home.session(["answer", "s"]);
  const [, child = ""] =
    /^No question is open in s\. The session of its subagent has one: (\S+)\.$/m.exec(asked.stderr) ?? [];
  const listed = await home.session(["answer", child, "--json"]);
  expect(JSON.parse(listed.stdout)).toMatchObject({ id: child, questions: [{ kind: "approval" }] });

  expect(await home.session(["answer", child, "--allow", "once"])).toMatchObject({ exitCode: 0 });
  // The scripted model starts from scratch, and asks for the same call again.
  await home.here(["resume", child, "--continue"], {}, { cwd: home.cwd });
  expect(existsSync(join(home.cwd, "made"))).toBe(true);
});
