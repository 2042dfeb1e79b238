import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { methods } from "@agentclientprotocol/sdk/unstable";
import type { HostParts } from "@skein/host";
import { scriptedModel } from "@skein/provider-replay";
import { directories, trustStore } from "@skein/settings";
import { expect, it } from "vitest";
import { acpClient, type AcpClient } from "./acp-client.ts";

/** Its model says the address that it was given. */
const openai: HostParts["providers"][string] = {
  load: async ({ baseUrl = "" }) => ({
    id: "openai",
    model: () => scriptedModel([[{ type: "text", text: baseUrl }]], { id: "m" }),
    models: async () => [],
    prepare: async () => undefined,
    check: async () => undefined,
  }),
  description: "",
  keyVariables: [],
};

/** A trusted project whose own provider `same` has this address, and is the one to use. */
async function project({ folder }: AcpClient, name: string, address: string): Promise<string> {
  const cwd = join(folder, name);
  mkdirSync(join(cwd, ".skein/providers"), { recursive: true });
  writeFileSync(
    join(cwd, ".skein/providers/same.yaml"),
    `name: same\nengine: openai\nbase_url: ${address}\napi_key_env: ""\nmodels: [{ name: m }]\n`,
  );
  const env = { SKEIN_HOME: join(folder, "home") };
  await trustStore(directories({ env }).data).add(cwd);
  return cwd;
}

it("has the providers of its own folder in each session of a connection", async () => {
  await using acp = await acpClient([], { providers: { openai }, provider: "same" });
  const addresses = ["http://127.0.0.1:1/left", "http://127.0.0.1:1/right"];
  const sessions: string[] = [];
  for (const [index, address] of addresses.entries()) {
    const cwd = await project(acp, `project-${index}`, address);
    const { sessionId } = await acp.agent.request(methods.agent.session.new, { cwd, mcpServers: [] });
    sessions.push(sessionId);
  }
  for (const session of sessions) await acp.prompt(session, "Who are you?");
  const said = sessions.map((session) =>
    acp.updates.flatMap(({ sessionId, ...update }) =>
      sessionId === session &&
      update.sessionUpdate === "agent_message_chunk" &&
      update.content.type === "text"
        ? [update.content.text]
        : [],
    ),
  );
  expect(said.map((words) => words.join(""))).toEqual(addresses);
});
