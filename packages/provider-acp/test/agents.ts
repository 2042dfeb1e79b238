import { join } from "node:path";
import { createAgent, type AgentParts } from "@skein/agent";
import { createAcp, type AcpSettings } from "../src/index.ts";

/** A provider of the scripted agent. @param behaviour - see `scripted-agent.ts`. */
export function scriptedAgent(behaviour = "plain", store?: string, more: Partial<AcpSettings> = {}) {
  const notices: string[] = [];
  const args = [
    join(import.meta.dirname, "scripted-agent.ts"),
    behaviour,
    ...(store === undefined ? [] : [store]),
  ];
  const settings = {
    command: process.execPath,
    args,
    notice: (text: string) => void notices.push(text),
    ...more,
  };
  const provider = createAcp(settings);
  return { provider, notices, [Symbol.asyncDispose]: () => provider.close() };
}

/** One run of an agent of ours with that model: its text, its outcome and its tool calls. */
export async function runOnce(parts: AgentParts, text: string) {
  await using agent = createAgent(parts);
  const run = agent.run(text);
  const calls: string[] = [];
  for await (const event of run) if (event.type === "tool-start") calls.push(event.tool);
  const result = await run.result;
  return { ...result, calls };
}
