import { join } from "node:path";
import { textOf, type AgentEvent, type Answer, type OutcomeError, type Question } from "@skein/protocol";
import { scriptedModel, type ScriptedTurn } from "@skein/provider-replay";
import { createRuntime } from "@skein/runtime";
import { temporaryFolder } from "@skein/test-kit";
import type { ChatView } from "../src/chat/chat-view.ts";
import { createChat, type Chat } from "../src/chat/chat.ts";
import { runSlashCommand } from "../src/chat/slash-commands.ts";

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
  readonly requests: () => ReturnType<typeof scriptedModel>["requests"];
  type(line: string): Promise<void>;
  /** Sends it, and waits for the end of the run. */
  talk(text: string): Promise<void>;
  /** `/continue`, and waits for the end of the run. */
  goOn(): Promise<void>;
  hasLeft(): boolean;
}

export async function desk(
  turns: readonly ScriptedTurn[],
  { answer = { allow: "once" }, mode = "auto" }: { readonly answer?: Answer; readonly mode?: string } = {},
): Promise<Desk> {
  const folder = await temporaryFolder();
  const model = scriptedModel(turns, { limits: { contextTokens: 1_000 } });
  const other = scriptedModel([[{ type: "text", text: "From the other." }]], { id: "other" });
  const provider = {
    id: "replay",
    model: (id: string) => (id === "other" ? other : model),
    models: async () => [],
    prepare: async () => undefined,
    check: async () => undefined,
  };
  const runtime = createRuntime({
    providers: { replay: async () => provider },
    dataFolder: join(folder.path, "data"),
  });
  const shown: string[] = [];
  const types: string[] = [];
  let left = false;
  let onIdle = () => {};
  const view: ChatView = {
    ask: async (question: Question) => {
      shown.push(`asked: ${question.kind === "approval" ? question.tool : question.message}`);
      return answer;
    },
    event: (event: AgentEvent) => {
      types.push(event.type);
      if (event.type === "text-delta") shown.push(`text: ${event.delta}`);
    },
    user: (text) => shown.push(`user: ${text}`),
    result: ({ outcome }) => shown.push(`result: ${outcome}`),
    say: (text) => shown.push(`said: ${text}`),
    error: ({ message, hint }: OutcomeError) => shown.push(`error: ${message} ${hint ?? ""}`),
    earlier: async (earlier) => {
      const items = earlier.flatMap(({ items: all }) => all);
      shown.push(
        `earlier: ${items.map((item) => (item.type === "user" ? textOf(item.content) : item.type)).join()}`,
      );
    },
    draft: (text) => shown.push(`draft: ${text}`),
    changed: () => {
      if (!chat.state().isRunning) onIdle();
    },
  };
  const chat = createChat({
    runtime,
    view,
    settings: {
      provider: "replay",
      model: "m",
      mode,
      cwd: folder.path,
      interaction: "chat",
      builtins: ["developer"],
      session: "first",
    },
  });
  const type = (line: string) => runSlashCommand(line, { chat, runtime, view, leave: () => (left = true) });
  return {
    chat,
    path: folder.path,
    shown,
    texts: () => shown.map((line) => /^text: ([^]*)/.exec(line)?.[1] ?? "").join(""),
    events: () => types,
    requests: () => model.requests,
    type,
    talk: (text) =>
      new Promise((resolve) => {
        onIdle = resolve;
        chat.send(text, "now");
      }),
    goOn: () =>
      new Promise((resolve) => {
        void type("/continue").then(() => (onIdle = resolve));
      }),
    hasLeft: () => left,
    async [Symbol.asyncDispose]() {
      await chat.close();
      await runtime[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
