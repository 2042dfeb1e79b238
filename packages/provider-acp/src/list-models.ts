import { tmpdir } from "node:os";
import { methods } from "@agentclientprotocol/sdk";
import type { ModelInfo } from "@skein/protocol";
import type { Connection } from "./connection.ts";
import { agentsOwnModel } from "./names.ts";
import { choiceOf } from "./request/config.ts";

/** The models that the agent lets its clients choose. Begins a session for it, which shows that the agent is signed in. */
export async function listModels(connection: Connection): Promise<readonly ModelInfo[]> {
  const keeper = connection.keeper();
  return keeper.during(async () => {
    const agent = await keeper.agent();
    const opened = await agent.context
      .request(methods.agent.session.new, { cwd: tmpdir(), mcpServers: [] })
      .catch(async (error: unknown) => {
        throw await agent.failureOf(error);
      });
    if (agent.facts.agentCapabilities?.sessionCapabilities?.close)
      await agent.context
        .request(methods.agent.session.close, { sessionId: opened.sessionId })
        .catch(() => undefined);
    const offered = choiceOf(opened.configOptions, "model")?.values ?? [];
    const own = { id: agentsOwnModel, name: "What the agent takes itself", limits: {} };
    return [
      own,
      ...offered
        .filter(({ value }) => value !== agentsOwnModel)
        .map(({ value, name: label }) => ({ id: value, name: label, limits: {} })),
    ];
  });
}
