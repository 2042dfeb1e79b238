import { join } from "node:path";
import {
  questionText,
  extractText,
  type AgentEvent,
  type Answer,
  type OutcomeError,
  type Question,
} from "@skein/protocol";
import { scriptedModel, type ScriptedTurn } from "@skein/provider-replay";
import { createRuntime, type AgentSettings } from "@skein/runtime";
import { commandsOf } from "@skein/session-commands";
import { createProviderRegistry } from "@skein/host/providers";
import { createLiveSession } from "@skein/host/sessions";
import { directories } from "@skein/settings";
import { numberedList, type Picked } from "@skein/terminal";
import { itemsOf, type Item } from "@skein/session-view";
import { itemLines } from "@skein/session-view/text";
import { temporaryFolder } from "@skein/test-kit";
import { lastItems } from "../src/chat/earlier-items.ts";
import type { ChatView, WatchEnd } from "../src/chat/chat-view.ts";
import type { Chat } from "../src/chat/chat.ts";
import { createChat } from "../src/chat/create-chat.ts";
import type { ChatWording } from "../src/wording.ts";
import { runSlashCommand } from "../src/commands/slash-commands.ts";

const wording: ChatWording = {
  withNextStep: (error) => error,
  commands: {
    trustHelp: "trust",
    newRecipe: "new-recipe",
    chatWithRecipe: (recipe) => `chat with ${recipe}`,
    showCache: "cache",
    exportSession: (session) => `export ${session}`,
    showSession: (session) => `show ${session}`,
    attach: (session) => `attach ${session}`,
    diagnostics: "diagnostics",
  },
};

const itemText = (item: Item): string =>
  itemLines(item)
    .map(({ text }) => text)
    .join("\n");

/** A chat without a terminal: what it shows is a list. */
export interface Desk extends AsyncDisposable {
  readonly chat: Chat;
  /** The working folder. */
  readonly path: string;
  /** What was shown, one string a thing. */
  readonly shown: string[];
  /** All text of the model. */
  texts(): string;
  readonly events: () => readonly string[];
  /** Of what was asked. */
  readonly reasons: () => readonly string[];
  readonly requests: () => ReturnType<typeof scriptedModel>["requests"];
  type(line: string): Promise<void>;
  /** Sends it, and waits for the end of the run. */
  talk(text: string): Promise<void>;
  /** `/continue`, and waits for the end of the run. */
  goOn(): Promise<void>;
  /** Types a command that starts a run, and waits for its end. */
  start(line: string): Promise<void>;
  hasLeft(): boolean;
}

interface DeskOptions {
  /** What is picked of lists, one after the other; then none. */
  readonly picks?: readonly Picked[];
  /** How what is watched is left, one after the other. */
  readonly watchEnds?: readonly WatchEnd[];
  /** Ids of the models that the provider lists. */
  readonly lists?: readonly string[];
  readonly answer?: Answer;
  readonly mode?: string;
  /** What the model `other` says. */
  readonly others?: readonly ScriptedTurn[];
  readonly settings?: Omit<Partial<AgentSettings>, "session">;
}

export async function desk(
  turns: readonly ScriptedTurn[],
  {
    answer = { allow: "once" },
    mode = "auto",
    others,
    settings = {},
    picks = [],
    watchEnds = [],
    lists = [],
  }: DeskOptions = {},
): Promise<Desk> {
  const folder = await temporaryFolder();
  const model = scriptedModel(turns, { limits: { contextTokens: 1_000, images: true } });
  const other = scriptedModel(others ?? [[{ type: "text", text: "From the other." }]], { id: "other" });
  const unknown = { ...model, limits: {}, price: undefined };
  const provider = {
    id: "replay",
    model: (id: string) =>
      id === "other" ? other : lists.length > 0 && !lists.includes(id) ? unknown : model,
    models: async () => lists.map((id) => ({ id, limits: {} })),
    prepare: async () => undefined,
    check: async () => undefined,
  };
  const listening = new Map<string, (event: AgentEvent) => void>();
  const runtime = createRuntime({
    providers: { replay: async () => provider },
    dataFolder: join(folder.path, "data"),
    onEventBetweenRuns: (event) => listening.get(event.session)?.(event),
  });
  const env = { SKEIN_HOME: join(folder.path, "home") };
  const machine = { env, directories: directories({ env }) };
  const providers = createProviderRegistry({
    replay: { load: async () => provider, description: "", keyVariables: [] },
  });
  const shown: string[] = [];
  const types: string[] = [];
  const reasons: string[] = [];
  const left = [...picks];
  const ends = [...watchEnds];
  let hasLeft = false;
  let onIdle = () => {};
  const ask = async (question: Question) => {
    shown.push(`asked: ${question.kind === "approval" ? question.tool : questionText(question)}`);
    if (question.kind === "approval") reasons.push(question.reason);
    return answer;
  };
  const view: ChatView = {
    ask,
    askAside: ask,
    pick: async (list) => {
      shown.push(numberedList(list));
      return left.shift();
    },
    watch: async ({ title, view: watched }) => {
      shown.push(`watched: ${title()}\n${itemsOf(watched()).map(itemText).join("\n")}`);
      return ends.shift();
    },
    update: ({ event }) => {
      types.push(event.type);
      if (event.type === "text-delta" && event.path.length === 0) shown.push(`text: ${event.delta}`);
    },
    user: (text) => shown.push(`user: ${text}`),
    result: ({ outcome }) => shown.push(`result: ${outcome}`),
    changes: (text) => shown.push(`said: ${text}`),
    say: (text) => shown.push(`said: ${text}`),
    output: (text) => shown.push(`output: ${text}`),
    error: ({ message, hint = "", nextStep }: OutcomeError) =>
      shown.push(`error: ${message} ${hint} ${nextStep?.do ?? ""}`),
    earlier: async (all) => {
      const { items } = lastItems(all);
      shown.push(
        `earlier: ${items.map((item) => (item.type === "message" ? extractText(item.content) : item.type)).join()}`,
      );
    },
    draft: (text) => shown.push(`draft: ${text}`),
    changed: () => {
      if (!chat.state().isRunning) onIdle();
    },
  };
  const session = createLiveSession({
    runtime,
    attended: ask,
    listen: (of, listener) => void listening.set(of, listener),
    settings: {
      provider: "replay",
      model: "m",
      mode,
      cwd: folder.path,
      interaction: "chat",
      builtins: ["developer"],
      session: "first",
      ...settings,
    },
  });
  const chat = createChat({
    session,
    sessions: runtime.sessions,
    view,
    windowOf: async () => 1_000,
  });
  const commands = await commandsOf({ ...runtime, machine, providersIn: () => providers }, folder.path);
  const start = (line: string) =>
    new Promise<void>((resolve) => {
      void type(line).then(() => (onIdle = resolve));
    });
  const type = (line: string) =>
    runSlashCommand(line, {
      chat,
      commands,
      view,
      leave: () => (hasLeft = true),
      wording,
      columns: () => 80,
      clipboard: { read: async () => undefined, attach: () => {} },
    });
  return {
    chat,
    path: folder.path,
    shown,
    texts: () => shown.map((line) => /^text: ([^]*)/.exec(line)?.[1] ?? "").join(""),
    events: () => types,
    reasons: () => reasons,
    requests: () => model.requests,
    type,
    talk: (text) =>
      new Promise((resolve) => {
        onIdle = resolve;
        chat.send(text, "now");
      }),
    goOn: () => start("/continue"),
    start,
    hasLeft: () => hasLeft,
    async [Symbol.asyncDispose]() {
      await chat.close();
      await runtime[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
