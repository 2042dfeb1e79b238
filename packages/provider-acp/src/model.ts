import type { ModelEvent, ModelRequest } from "@skein/protocol";
import { tuningNotices, type LiveModel, type Owner } from "@skein/provider-kit";
import type { Conversation } from "./agent/conversation.ts";
import { beginConversation } from "./agent/begin-conversation.ts";
import type { Connection } from "./connection.ts";
import { agentError, type AgentName } from "./errors.ts";
import { addedSince, continuesFrom } from "./request/continuation.ts";
import type { AcpSettings } from "./settings.ts";
import { agentTools } from "./tools/agent-tools.ts";

export interface AcpModelParts {
  readonly settings: AcpSettings;
  readonly name: AgentName;
  /** For users; passes each sentence on once. */
  readonly notice: (text: string) => void;
}

/** A session's conversation with the agent, and the messages that the agent has seen. */
interface Known {
  readonly conversation: Conversation;
  readonly seen: readonly ModelRequest["messages"][number][];
}

/** @param connected - called for each request; caches the connection. */
export function acpModel(
  owner: Owner,
  parts: AcpModelParts,
  connected: () => Promise<Connection>,
): LiveModel {
  const { name, notice } = parts;
  const known = new Map<string, Known>();
  /** The tools of each session, as its last request had them. */
  const tools = new Map<string, ModelRequest["tools"]>();

  async function continued(request: ModelRequest, connection: Connection) {
    const id = request.session?.id ?? "";
    const before = known.get(id);
    if (before && !before.conversation.isBroken() && continuesFrom(before.seen, request.messages)) {
      tools.set(id, request.tools);
      const takes = (await connection.keeper(request.session?.cwd).agent()).facts.agentCapabilities
        ?.promptCapabilities;
      return {
        conversation: before.conversation,
        next: addedSince(before.seen.length, request.messages, takes),
      };
    }
    before?.conversation.close();
    tools.set(id, request.tools);
    const onEnd = (): void => {
      known.delete(id);
      tools.delete(id);
    };
    return beginConversation(request, {
      ...parts,
      owner,
      connection,
      onEnd,
      tools: () => tools.get(id) ?? [],
    });
  }

  async function* stream(
    request: ModelRequest,
    signal: AbortSignal,
    alive = () => {},
  ): AsyncGenerator<ModelEvent> {
    signal.throwIfAborted();
    refuseLimits(request, name);
    for (const text of untold(request, owner.model)) notice(text);
    const { session, messages } = request;
    const connection = await connected();
    const keeper = connection.keeper(request.session?.cwd);
    let isWaiting = false;
    keeper.begin();
    try {
      const { conversation, next } = await continued(request, connection);
      if (session) known.set(session.id, { conversation, seen: messages });
      try {
        yield* conversation.reply(next, signal, alive);
      } finally {
        isWaiting = conversation.isWaiting();
        if (!session) conversation.close();
      }
    } finally {
      keeper.finish(isWaiting);
    }
  }

  return {
    provider: owner.provider,
    id: owner.model,
    limits: {},
    isUnmetered: true,
    tools: agentTools,
    thinking: () => ({ budgetTokens: 0, isHidden: true }),
    stream,
  };
}

/** The agent calls models by itself: nothing of ours can stop it in time. */
function refuseLimits({ outputCap }: ModelRequest, name: AgentName): void {
  if (outputCap === undefined) return;
  const message = `${name.command} calls models by itself, so a cost or token limit cannot be kept.`;
  throw agentError("bad-request", name, message, {
    hint: "Remove the limit, or choose a provider whose models Skein calls itself.",
  });
}

function untold({ options }: ModelRequest, model: string): readonly string[] {
  const temperature =
    options.temperature === undefined
      ? []
      : [`An agent takes no temperature: ${options.temperature} is not sent.`];
  return [...temperature, ...tuningNotices(model, options, [])];
}
