import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  ConfigError,
  createTranscript,
  messageOf,
  ProviderError,
  type AttemptEvent,
  type AttemptModel,
  type Entry,
  type ModelProvider,
  type ModelRequest,
} from "@skein/protocol";
import type { TestModel } from "@skein/recipes/tests";
import { agentScript, type AgentScript } from "./case-script.ts";

/** Models that say what a test says, as the app brings them. */
export interface CannedModels {
  /** Out of a script. It waits for nothing, also where it fails as one that could be asked again. @param path - of its file. */
  script(path: string): AttemptModel;
  /** Out of a recording. What requests say of folder and time is another thing in each run, so it compares none. */
  tape(text: string): AttemptModel;
}

export interface CaseModelParts {
  readonly models: CannedModels;
  readonly model: TestModel;
  /** Of the recipe's own run. */
  readonly session: string;
  readonly entriesOf: (session: string) => Promise<readonly Entry[]>;
  /** An empty folder, for scripts. */
  readonly folder: string;
}

/** Who answers in the run of a case, whatever provider and model are asked for. */
export interface CaseModel {
  provider(id: string): ModelProvider;
  /** The first request of the run. */
  first(): ModelRequest | undefined;
}

/** Throws `ConfigError` for a tape that cannot be used. */
export async function caseModel(parts: CaseModelParts): Promise<CaseModel> {
  const { price, stream: answer } = await voiceOf(parts);
  let first: ModelRequest | undefined;
  const stream: AttemptModel["stream"] = (request, signal) => {
    first ??= request;
    return answer(request, signal);
  };
  return {
    first: () => first,
    provider: (id) => ({
      id,
      model: (modelId) => ({ provider: id, id: modelId, limits: {}, price, stream, thinking }),
      prepare: () => Promise.resolve(),
      models: () => Promise.resolve([]),
      check: () => Promise.resolve(),
    }),
  };
}

/** A script says all that its model thinks. */
const thinking = () => ({ budgetTokens: 0, isHidden: false });

const free = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/** Out of a file all agents of the run are answered, in the order in which they ask. */
async function voiceOf(parts: CaseModelParts): Promise<Pick<AttemptModel, "stream" | "price">> {
  const { model, models } = parts;
  if ("turns" in model) return { price: free, stream: castAnswers(parts, model.turns) };
  return "script" in model ? models.script(model.script) : models.tape(await readTape(model.tape));
}

async function readTape(path: string): Promise<string> {
  return await readFile(path, "utf8").catch((cause: unknown) => {
    throw new ConfigError("unreadable", `The tape ${path} cannot be read: ${messageOf(cause)}.`, { cause });
  });
}

interface Role {
  readonly session: string;
  readonly script: AgentScript;
  readonly voice: Promise<AttemptModel>;
  /** It is being answered. */
  isBusy: boolean;
}

/**
 * Each agent has its own turns: those of a subagent stand at the call that starts it. A request does not say whose it
 * is, so it is looked for in the journals: it is of the session whose conversation it holds.
 */
function castAnswers(
  { models, session, entriesOf, folder }: CaseModelParts,
  turns: Extract<TestModel, { readonly turns: unknown }>["turns"],
): AttemptModel["stream"] {
  const roles = new Map<string, Role>();
  const roleOf = (of: string, script: AgentScript): Role => {
    const known = roles.get(of);
    if (known) return known;
    const path = join(folder, `script-${roles.size + 1}.json`);
    const text = JSON.stringify({ turns: script.turns });
    const voice = writeFile(path, text).then(() => models.script(path));
    const role: Role = { session: of, script, voice, isBusy: false };
    roles.set(of, role);
    return role;
  };
  const root = roleOf(session, agentScript(turns));

  /** Once it has been found, it counts as being answered. */
  async function cast(request: ModelRequest): Promise<Role> {
    const asking = JSON.stringify(request.messages);
    const family = await familyOf(root);
    const fitting = family.length === 1 ? family : family.filter(({ said }) => said === asking);
    const found = (fitting.find(({ role }) => !role.isBusy) ?? fitting[0])?.role;
    if (found) {
      found.isBusy = true;
      return found;
    }
    throw new ProviderError("bad-request", "Cannot tell which agent of the run sent this request.", {
      provider: "replay",
      retryable: false,
      hint: "The turns of a subagent stand in `child`, at the call that starts it.",
    });
  }

  /** An agent, and all that were started below it. */
  async function familyOf(role: Role): Promise<readonly { readonly role: Role; readonly said: string }[]> {
    const entries = await entriesOf(role.session);
    const below = entries.flatMap((entry) => {
      if (entry.kind !== "child") return [];
      const script = role.script.children.get(entry.callId ?? "") ?? silent;
      return [roleOf(entry.session, script)];
    });
    const families = await Promise.all(below.map(familyOf));
    return [{ role, said: JSON.stringify(createTranscript(entries).messages()) }, ...families.flat()];
  }

  return async function* (request, signal): AsyncGenerator<AttemptEvent> {
    const role = await cast(request);
    try {
      yield* (await role.voice).stream(request, signal);
    } finally {
      role.isBusy = false;
    }
  };
}

const silent: AgentScript = { turns: [], children: new Map() };
