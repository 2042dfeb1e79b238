import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { methods } from "@agentclientprotocol/sdk/unstable";
import { askingSubagents } from "@skein/host/sessions";
import type { AssistantPart } from "@skein/protocol";
import { expect, it } from "vitest";
import { acpClient } from "./acp-client.ts";

const call = (name: string, input: object): AssistantPart => ({
  type: "tool-call",
  id: `call-${name}`,
  name,
  input: input as never,
});
const touch = call("shell", { command: "touch made" });
const text = (words: string): AssistantPart => ({ type: "text", text: words });
const overrides = { mode: "smart_approve" };
const permit = () => "once";

it("asks what a session that is loaded had left open, and the next prompt continues from the answer", async () => {
  await using acp = await acpClient([[touch], [text("Made it.")]], { mode: "smart_approve", permit });
  const { folder: cwd, host, agent } = acp;
  const live = await host.open({ cwd, attended: false, overrides });
  expect(await (await live.send("go")).result).toMatchObject({ outcome: "needs-input" });
  await live.close();
  await agent.request(methods.agent.session.load, { sessionId: live.id, cwd, mcpServers: [] });
  await expect.poll(() => host.sessions.openQuestions(live.id)).toEqual([]);
  expect(acp.asked).toHaveLength(1);
  await acp.prompt(live.id, "and then?");
  expect(existsSync(join(cwd, "made"))).toBe(true);
});

it("resumes the parent of a subagent whose question is answered when its session is loaded", async () => {
  const turns = [
    [call("subagent", { instructions: "make it" })],
    [touch],
    [text("Made it.")],
    [text("All done.")],
  ];
  await using acp = await acpClient(turns, { mode: "smart_approve", permit });
  const { folder: cwd, host, agent } = acp;
  await mkdir(join(cwd, "home", "config"), { recursive: true });
  await writeFile(join(cwd, "home", "config", "config.yaml"), 'permissions: { allow: ["subagent"] }\n');
  const parent = await host.open({ cwd, attended: false, overrides });
  expect(await (await parent.send("go")).result).toMatchObject({ outcome: "needs-input" });
  const [asking] = await askingSubagents(host.sessions, parent.id);
  await agent.request(methods.agent.session.load, { sessionId: asking!.session, cwd, mcpServers: [] });
  for await (const event of parent.events(1))
    if (event.type === "outcome" && event.path.length === 0 && event.outcome === "done") break;
  expect(acp.asked).toHaveLength(1);
  expect(existsSync(join(cwd, "made"))).toBe(true);
});
