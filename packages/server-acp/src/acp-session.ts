import {
  methods,
  type AgentContext,
  type ContentBlock,
  type PromptResponse,
  type SessionModeState,
  type SessionUpdate,
} from "@agentclientprotocol/sdk/unstable";
import type { LiveSession } from "@skein/host";
import { NotStartedError } from "@skein/protocol";
import { viewReducer, type SessionView } from "@skein/session-view";
import { clientQuestions } from "./client-questions.ts";
import { modeNames, type ConfigOptions } from "./config-options.ts";
import type { MessageCommands } from "./message-commands.ts";
import { promptResponse } from "./prompt-response.ts";
import { sessionInput } from "./session-input.ts";
import { usageUpdate, type ModelChoice } from "./usage-update.ts";
import type { ViewUpdates } from "./view-updates.ts";

export interface AcpSessionParts {
  readonly live: LiveSession;
  readonly client: AgentContext;
  /** What the client knows of it. */
  readonly past: SessionView;
  readonly updates: ViewUpdates;
  /** Somebody else has it open too. */
  readonly isShared: boolean;
  /** The client can show forms. */
  readonly hasForms: boolean;
  readonly commands: MessageCommands;
  readonly config: ConfigOptions;
  readonly windowOf: (model: ModelChoice) => Promise<number | undefined>;
}

/** One session as one client of ACP sees it. */
export type AcpSession = ReturnType<typeof acpSession>;

export function acpSession(parts: AcpSessionParts) {
  const { live, client, past, updates, isShared, hasForms, commands, config } = parts;
  const stopper = new AbortController();
  const questions = clientQuestions({ live, client, cwd: live.settings().cwd, hasForms, onCancel: cancel });
  const isNewToClient = { commands: changesFrom([]), config: changesFrom(config.now()) };
  let tellingUsage = Promise.resolve();
  /** Resolves when the end of a run was told. */
  let ended = Promise.withResolvers<void>();
  const following = follow().catch(() => undefined);

  async function follow(): Promise<void> {
    let view = past;
    for await (const news of live.events(past.seq, stopper.signal)) {
      view = viewReducer(view, news.type === "entry" ? news.entry : news);
      for (const update of updates(view)) tell(update);
      if (news.type === "turn-end" && news.path.length === 0) tellingUsage = tellUsage(news, view);
      if (news.type === "settings" && news.path.length === 0) void config.learn().then(tellConfig);
      // An extension may have other prompts then.
      if (news.type === "extension-status") void tellCommands();
      if (news.type === "question") questions.ask(news.question, news.path).catch(() => undefined);
      if (news.type === "answered") questions.withdraw(news.questionId);
      if (news.type !== "outcome" || news.path.length > 0) continue;
      questions.withdraw();
      await tellingUsage; // what belongs to a prompt comes before its answer
      ended.resolve();
      ended = Promise.withResolvers();
    }
  }

  /** Fails when the client has gone, which ends the connection. */
  function tell(update: SessionUpdate): void {
    client.notify(methods.client.session.update, { sessionId: live.id, update }).catch(() => undefined);
  }

  async function tellUsage(news: Parameters<typeof usageUpdate>[0], view: SessionView): Promise<void> {
    const update = await usageUpdate(news, view, parts.windowOf);
    if (update) tell(update);
  }

  /** What may be chosen, unless the client knows. */
  function tellConfig(): void {
    const configOptions = config.now();
    if (isNewToClient.config(configOptions)) tell({ sessionUpdate: "config_option_update", configOptions });
  }

  /** Tells the client which commands there are, unless it knows. Never rejects. */
  async function tellCommands(): Promise<void> {
    const availableCommands = await commands.available(live).catch(() => []);
    if (isNewToClient.commands(availableCommands))
      tell({ sessionUpdate: "available_commands_update", availableCommands });
  }

  /** The client is told nothing more. */
  function leave(): void {
    stopper.abort();
    questions.withdraw();
  }

  /** How often the client has cancelled. A prompt that had no run yet is not sent, or interrupted as soon as it has one. */
  let cancels = 0;
  function cancel(): void {
    cancels += 1;
    live.interrupt("The client cancelled it.");
  }
  return {
    isShared,
    tellCommands,
    askOpen: () => questions.askOpen(),
    /** Tells which models and efforts there are. Never rejects. */
    tellChoices: (): Promise<void> => config.learn().then(tellConfig),
    configOptions: () => config.now(),
    async setConfig(id: string, value: string | boolean) {
      await config.set(id, value);
      const configOptions = config.now();
      isNewToClient.config(configOptions); // told by the answer
      return { configOptions };
    },
    modes: (): SessionModeState => ({ currentModeId: live.settings().mode, availableModes }),
    /** @param cancelled - aborted when the client cancels the request. */
    async prompt(blocks: readonly ContentBlock[], cancelled: AbortSignal): Promise<PromptResponse> {
      const before = cancels;
      cancelled.addEventListener("abort", cancel, { once: true });
      try {
        const input = await commands.messageOf(sessionInput(blocks), live);
        if (cancels > before) return { stopReason: "cancelled" };
        const told = ended.promise;
        const taken = await live.send(input);
        if (cancels > before) cancel();
        const result = await taken.result;
        await Promise.race([told, following]);
        return promptResponse(result);
      } catch (error) {
        // Before the agent was there.
        if (NotStartedError.is(error) && error.code === "interrupted") return { stopReason: "cancelled" };
        throw error;
      } finally {
        cancelled.removeEventListener("abort", cancel);
      }
    },
    cancel,
    setMode: (mode: string): Promise<void> => live.setMode(mode),
    leave,
    /** Closes the session too, unless somebody else has it open. */
    async close(): Promise<void> {
      if (!isShared) await live.close().then(() => following);
      leave();
    },
  };
}

const availableModes = modeNames.map(({ value, ...mode }) => ({ id: value, ...mode }));

/** Returns a function that tells whether a value differs from the one before it. */
function changesFrom(first: unknown): (value: unknown) => boolean {
  let last = JSON.stringify(first);
  return (value) => {
    const before = last;
    last = JSON.stringify(value);
    return last !== before;
  };
}
