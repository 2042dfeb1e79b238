import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AssistantPart } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { askingSubagents } from "../src/sessions.ts";
import { hostWith, shell, text } from "./scripted-host.ts";

const subagent: AssistantPart = {
  type: "tool-call",
  id: "c0",
  name: "subagent",
  input: { instructions: "make" },
};

it("continues a parent whose subagent's question was answered in the subagent's own session", async () => {
  await using folder = await temporaryFolder();
  const cwd = folder.path;
  const turns = [[subagent], [shell("c1", "touch made")], [text("Made it.")], [text("All done.")]];
  mkdirSync(join(cwd, "home", "config"), { recursive: true });
  writeFileSync(join(cwd, "home", "config", "config.yaml"), 'permissions: { allow: ["subagent"] }\n');
  const { host } = await hostWith(cwd, turns);
  await using _ = host;
  const wishes = { cwd, attended: false, overrides: { mode: "smart_approve" } };
  const parent = await host.open(wishes);
  expect(await (await parent.send("go")).result).toMatchObject({ outcome: "needs-input" });
  const [asking] = await askingSubagents(host.sessions, parent.id);
  const child = await host.open({ cwd, session: asking!.session, attended: true });
  await child.answer(asking!.questions[0]!.id, { allow: "once" }, { by: "http" });
  const result = await (await parent.send()).result;
  expect(result).toMatchObject({ outcome: "done", text: "All done." });
  expect(existsSync(join(cwd, "made"))).toBe(true);
});
