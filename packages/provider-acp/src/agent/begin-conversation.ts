import { tmpdir } from "node:os";
import type { ModelRequest, ToolDefinition } from "@skein/protocol";
import type { Owner } from "@skein/provider-kit";
import type { Connection } from "../connection.ts";
import type { AgentName } from "../errors.ts";
import { textBlock } from "../request/blocks.ts";
import { lastSession, resumedSince } from "../request/continuation.ts";
import { transcriptText } from "../request/transcript.ts";
import type { AcpSettings } from "../settings.ts";
import { openConversation, type Continuation, type Conversation } from "./conversation.ts";
import { loadSession, newSession, type SessionWish } from "./open-session.ts";
import { sessionClient, type MakeCall } from "./session-client.ts";

interface Beginning {
  readonly settings: AcpSettings;
  readonly name: AgentName;
  readonly notice: (text: string) => void;
  readonly owner: Owner;
  readonly connection: Connection;
  /** Called once when the conversation has ended. */
  readonly onEnd: () => void;
  /** Of the session, as its last request had them. */
  readonly tools: () => readonly ToolDefinition[];
}

/**
 * Continues the agent's session that the conversation was last with, if the agent still has it as it was; otherwise
 * begins one and hands the conversation over as text. Throws `ProviderError`.
 */
export async function beginConversation(
  request: ModelRequest,
  { settings, name, notice, owner, connection, onEnd, tools }: Beginning,
): Promise<{ readonly conversation: Conversation; readonly next: Continuation }> {
  const { session, messages, system, options } = request;
  const agent = await connection.keeper(session?.cwd).agent();
  const { promptCapabilities: takes, mcpCapabilities } = agent.facts.agentCapabilities ?? {};
  const cwd = session?.cwd ?? tmpdir();
  let conversation: Conversation | undefined;
  // Beside the conversation, an agent may do nothing but reply.
  const makeCall: MakeCall = async (call) => (session ? conversation?.makeCall(call) : undefined);
  const hasTool = (wanted: string) => tools().some((tool) => tool.name === wanted);
  const client = sessionClient({ cwd, makeCall, hasTool, update: (update) => conversation?.update(update) });
  const isOffered = session && connection.toolServer && mcpCapabilities?.http && tools().length > 0;
  const offered = isOffered ? await connection.toolServer.offer({ tools, makeCall }) : undefined;
  const mcpServers = offered ? [offered.server] : [];
  const wish: SessionWish = {
    cwd,
    mcpServers,
    model: owner.model,
    effort: options.effort,
    settings,
    name,
    notice,
  };
  const begun = (sessionId: string): Conversation => {
    const left = () => {
      offered?.withdraw();
      onEnd();
    };
    conversation = openConversation({ agent, sessionId, owner, name, onEnd: left });
    agent.clients.set(sessionId, client);
    return conversation;
  };

  const last = session && lastSession(messages, owner);
  if (last && (await loadSession(agent, { ...last, client }, wish)))
    return { conversation: begun(last.sessionId), next: resumedSince(last.count, messages, takes) };

  const sessionId = await newSession(agent, wish);
  const from = messages.findLastIndex(({ role }) => role === "user");
  const before = transcriptText(messages.slice(0, from));
  if (before !== "")
    notice(`${name.command} has not seen the conversation so far: it is handed over as text.`);
  const { prompt } = resumedSince(from, messages, takes);
  const texts = [system === "" ? "" : `<instructions>\n${system}\n</instructions>`, before];
  const head = texts.filter((text) => text !== "").map(textBlock);
  return {
    conversation: begun(sessionId),
    next: { results: [], isNewTurn: true, prompt: [...head, ...prompt] },
  };
}
