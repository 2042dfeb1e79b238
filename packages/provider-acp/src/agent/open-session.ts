import {
  methods,
  type McpServer,
  type NewSessionRequest,
  type SessionConfigOption,
} from "@agentclientprotocol/sdk";
import type { Effort } from "@skein/protocol";
import { agentError, isResourceMissing, type AgentName } from "../errors.ts";
import { agentsOwnModel } from "../names.ts";
import { choiceOf, effortValue } from "../request/config.ts";
import type { AcpSettings } from "../settings.ts";
import type { SessionClient } from "./session-client.ts";
import type { Agent } from "./start-agent.ts";

export interface SessionWish {
  readonly cwd: string;
  readonly mcpServers: McpServer[];
  readonly model: string;
  readonly effort: Effort | undefined;
  readonly settings: Pick<AcpSettings, "mode">;
  readonly name: AgentName;
  readonly notice: (text: string) => void;
}

interface OpenedSession {
  readonly sessionId: string;
  readonly configOptions?: SessionConfigOption[] | null;
}

/** Begins a session of the agent, with the model, the effort and the mode that are wanted. Throws `ProviderError`. */
export async function newSession(agent: Agent, wish: SessionWish): Promise<string> {
  const { cwd, mcpServers } = wish;
  const params: NewSessionRequest = { cwd, mcpServers };
  const opened = await agent.context
    .request(methods.agent.session.new, params)
    .catch(async (error: unknown) => {
      throw await agent.failureOf(error);
    });
  await configure(agent, opened, wish);
  return opened.sessionId;
}

/**
 * Has the agent load a session of its own, which tells the client all of it again.
 *
 * @returns `false` when it cannot, or tells another conversation than ours: it may have gone on since.
 */
export async function loadSession(
  agent: Agent,
  {
    sessionId,
    lastPrompt,
    client,
  }: { readonly sessionId: string; readonly lastPrompt: string; readonly client: SessionClient },
  wish: SessionWish,
): Promise<boolean> {
  if (!agent.facts.agentCapabilities?.loadSession || lastPrompt === "") return false;
  const told: string[] = [];
  let isPrompt = false;
  agent.clients.set(sessionId, {
    ...client,
    update(update) {
      const chunk = update.sessionUpdate === "user_message_chunk" && update.content.type === "text";
      if (chunk && !isPrompt) told.push("");
      if (chunk && update.content.type === "text") told.push((told.pop() ?? "") + update.content.text);
      isPrompt = update.sessionUpdate === "user_message_chunk";
    },
  });
  const { cwd, mcpServers } = wish;
  try {
    const loaded = await agent.context.request(methods.agent.session.load, { sessionId, cwd, mcpServers });
    if (!(told.at(-1) ?? "").includes(lastPrompt)) return false;
    await configure(agent, { sessionId, configOptions: loaded?.configOptions ?? null }, wish);
    return true;
  } catch (error) {
    const failure = await agent.failureOf(error);
    if (agent.gone.aborted) throw failure;
    if (!isResourceMissing(error)) wish.notice(failure.message);
    return false;
  } finally {
    agent.clients.delete(sessionId);
  }
}

async function configure(agent: Agent, opened: OpenedSession, wish: SessionWish): Promise<void> {
  const { sessionId, configOptions } = opened;
  const { model, effort, settings, name, notice } = wish;
  const { setConfigOption, setMode } = methods.agent.session;
  const set = (configId: string, value: string) =>
    agent.context.request(setConfigOption, { sessionId, configId, value }).catch(async (error: unknown) => {
      throw await agent.failureOf(error);
    });
  if (model !== agentsOwnModel) {
    const choice = choiceOf(configOptions, "model");
    if (!choice?.values.some(({ value }) => value === model)) {
      const known = choice
        ? `It has: ${choice.values.map(({ value }) => value).join(", ")}.`
        : "It offers no choice.";
      const message = `${name.command} has no model "${model}".`;
      throw agentError("not-found", name, message, {
        hint: `${known} "${agentsOwnModel}" is what it takes itself.`,
      });
    }
    await set(choice.id, model);
  }
  if (settings.mode !== undefined)
    await agent.context
      .request(setMode, { sessionId, modeId: settings.mode })
      .catch(async (error: unknown) => {
        throw await agent.failureOf(error);
      });
  if (effort === undefined) return;
  const choice = choiceOf(configOptions, "thought_level");
  const value = choice && effortValue(choice, effort);
  if (choice && value !== undefined) await set(choice.id, value);
  else notice(`${name.command} offers no effort levels; "${effort}" is not sent.`);
}
