import {
  extractText,
  type AssistantPart,
  type JsonValue,
  type ModelRequest,
  type Usage,
} from "@skein/protocol";
import { scriptedModel, type ScriptedAnswer, type ScriptedModel } from "@skein/provider-replay";
import { createRuntime, type AgentSettings, type Runtime } from "../../src/index.ts";

/** A dollar a token, two tokens a reply. */
const price = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 };
const usage: Usage = { input: 1_000_000, output: 1_000_000, cacheRead: 0, cacheWrite: 0 };

export interface Asked {
  /** What the agent was told first. */
  readonly task: string;
  /** Results and messages since, as texts. */
  readonly heard: readonly string[];
  readonly isChild: boolean;
  /** Who is asked. */
  readonly model: string;
  readonly request: ModelRequest;
}

export type Say = (asked: Asked) => readonly AssistantPart[] | Promise<readonly AssistantPart[]>;

/** A vendor that does not say what its calls took. */
export const unknown: Usage = {};

/** A runtime of which every model, of parents and children, answers by what it is asked. */
export function family(
  dataFolder: string,
  say: Say,
  cwd: string = dataFolder,
  used: Usage = usage,
): {
  readonly runtime: Runtime;
  readonly settings: AgentSettings;
  readonly models: Map<string, ScriptedModel>;
} {
  const models = new Map<string, ScriptedModel>();
  const answerOf =
    (id: string) =>
    async (request: ModelRequest): Promise<ScriptedAnswer> => ({
      content: await say({ ...askedIn(request), model: id }),
      usage: used,
    });
  const model = (id: string) => {
    const made =
      models.get(id) ??
      scriptedModel(
        Array.from({ length: 200 }, () => answerOf(id)),
        { id, price },
      );
    models.set(id, made);
    return made;
  };
  const runtime = createRuntime({
    providers: {
      scripted: async () => ({
        id: "scripted",
        model,
        models: async () => [],
        prepare: async () => undefined,
        check: async () => undefined,
      }),
    },
    dataFolder,
    env: {},
  });
  const settings: AgentSettings = {
    provider: "scripted",
    model: "m",
    mode: "auto",
    cwd,
    interaction: "chat",
    builtins: ["developer", "todo", "subagents", "recall"],
  };
  return { runtime, settings, models };
}

function askedIn(request: ModelRequest): Omit<Asked, "model"> {
  const texts = request.messages.flatMap((message) =>
    message.role === "tool"
      ? message.content.map(({ content }) => extractText(content))
      : message.role === "user"
        ? [extractText(message.content)]
        : [],
  );
  const [task = "", ...heard] = texts;
  return { task, heard, isChild: request.system.includes("You are a subagent"), request };
}

export const said = (text: string): readonly AssistantPart[] => [{ type: "text", text }];

export const call = (id: string, name: string, input: JsonValue): AssistantPart => ({
  type: "tool-call",
  id,
  name,
  input,
});

export const start = (...tasks: readonly string[]): readonly AssistantPart[] =>
  tasks.map((instructions, at) => call(`start-${at}`, "subagent", { instructions }));
