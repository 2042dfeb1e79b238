import {
  precheckToolOf,
  recoverToolOf,
  callToolOf,
  type ContextBlob,
  type Effect,
  type Entry,
  type Extension,
  type JsonSchema,
  type JsonValue,
  type PlanProposal,
  type Repeat,
  type StandardSchema,
  type Tool,
  type ToolContext,
  type ToolDefinition,
  type ToolOutcome,
} from "@skein/protocol";
import { coerceInput } from "../calls/coerce-input.ts";
import { finalOutputName } from "../run/final-output.ts";
import { forwardedCalls } from "./forwarded-calls.ts";
import type { Pace } from "./pace.ts";
import type { RecordedChildren } from "./recorded-children.ts";
import { outcomeOf, type RecordedCalls } from "./recorded-calls.ts";

/** What the journal records about a tool besides its definition. */
interface KnownTool {
  readonly proposesPlan?: PlanProposal;
  readonly asksUser?: true;
  readonly isFrontend?: true;
  readonly extension: string;
  readonly effect: Effect;
  readonly repeat: Repeat;
}

export interface RecordedToolsOptions {
  /** Names, in order. */
  readonly extensions: readonly string[];
  /** From the whole journal. */
  readonly entries: readonly Entry[];
  readonly calls: RecordedCalls;
  readonly children: RecordedChildren;
  readonly pace: Pace;
}

/** Extensions with the recorded tools, which return the recorded results. Nothing is run. */
export interface RecordedTools {
  readonly extensions: readonly Extension[];
  /** Those that models brought: see `ModelBase.tools`. Nothing but their calls is recorded. */
  readonly ofModels: readonly Tool[];
  /** Sets the tools from now on. */
  offer(blob: ContextBlob): void;
}

export function recordedTools(options: RecordedToolsOptions): RecordedTools {
  const known = knownTools(options.entries);
  const refused = new Set(
    options.entries.flatMap((entry) => (entry.kind === "model-result" ? (entry.refusedTools ?? []) : [])),
  );
  const forwarded = forwardedCalls(options.entries);
  const names = options.extensions;
  const listeners = new Set<() => void>();
  let offered: ReadonlyMap<string, readonly Tool[]> = new Map();

  const recorded = (tool: ToolDefinition): Tool => ({
    ...recordedTool(tool, known.get(tool.name), options),
    ...(refused.has(tool.name) ? { canBeLeftOut: true as const } : {}),
  });
  const forwardsOf = (name: string): Pick<Tool, "forwards"> => {
    const forwards = forwarded.of(name);
    return forwards ? { forwards } : {};
  };
  const extensionOf = (tool: string): string | undefined => {
    const name = known.get(tool)?.extension;
    // A tool that was never called still needs an extension.
    return name !== undefined && names.includes(name) ? name : names[0];
  };
  const ofModels = [...known].flatMap(([name, { extension }]) =>
    extension === name ? [recorded({ name, description: "", inputSchema: {} })] : [],
  );
  return {
    ofModels,
    extensions: [...new Set(names)].map((name): Extension => {
      const tools = () => offered.get(name) ?? [];
      return {
        name,
        tools: () => Promise.resolve(tools()),
        onChange(listener) {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        status: () => ({ state: "ready" }),
        callTool: (tool, input, context) => callToolOf(tools(), tool, input, context),
        precheckTool: (tool, input, context) => precheckToolOf(tools(), tool, input, context),
        recoverTool: (tool, input, context) => recoverToolOf(tools(), tool, input, context),
        close: () => Promise.resolve(),
      };
    }),
    offer({ tools, deferred }) {
      const finders = new Set(deferred?.through);
      const listed = tools.filter(({ name }) => name !== finalOutputName);
      const own = new Set([...tools, ...(deferred?.tools ?? [])].map(({ name }) => name));
      // Of older sessions only the names of those that were called are known.
      const unknown = [...forwarded.targets].filter((name) => !own.has(name));
      const hidden = [
        ...(deferred?.tools ?? []),
        ...unknown.map((name) => ({ name, description: "", inputSchema: {} })),
      ];
      offered = Map.groupBy(
        [
          ...listed.map((tool) => ({
            ...recorded(tool),
            ...forwardsOf(tool.name),
            ...(finders.has(tool.name) ? { findsDeferred: true as const } : {}),
          })),
          ...hidden.map((tool) => ({ ...recorded(tool), isDeferred: true as const })),
        ],
        ({ name }) => extensionOf(name) ?? "",
      );
      for (const listener of listeners) listener();
    },
  };
}

function knownTools(entries: readonly Entry[]): ReadonlyMap<string, KnownTool> {
  const known = new Map<string, KnownTool>();
  const called = new Map<string, string>();
  let mode = "";
  for (const entry of entries) {
    if (entry.kind === "settings") ({ mode } = entry);
    else if (entry.kind === "assistant-message")
      for (const part of entry.content) {
        if (part.type === "tool-call") called.set(part.id, part.name);
      }
    else if (entry.kind === "decision") {
      const tool = called.get(entry.callId);
      // One that never ran; if no extension has it, a model brought it.
      if (tool !== undefined && !known.has(tool))
        known.set(tool, { extension: tool, effect: "unknown", repeat: "once" });
    } else if (entry.kind === "tool-intent") known.set(entry.tool, { ...known.get(entry.tool), ...entry });
    else if (entry.kind === "question" && entry.question.kind === "plan") {
      const { callId, extension, modes: next } = entry.question;
      const tool = called.get(callId) ?? "";
      known.set(tool, { extension, effect: "reads", repeat: "safe", proposesPlan: { in: mode, next } });
    } else if (entry.kind === "question" && entry.question.kind === "clarification") {
      const { callId, extension, frontend } = entry.question;
      if (frontend)
        known.set(frontend.tool, {
          ...(known.get(frontend.tool) ?? { effect: "unknown" }),
          extension,
          repeat: "safe",
          isFrontend: true,
        });
      else
        known.set(called.get(callId) ?? "", { extension, effect: "reads", repeat: "safe", asksUser: true });
    } else if (entry.kind === "question" && entry.question.kind === "approval")
      known.set(entry.question.tool, {
        repeat: "once",
        ...known.get(entry.question.tool),
        extension: entry.question.extension,
        effect: entry.question.effect,
      });
  }
  return known;
}

function recordedTool(
  { name, description, inputSchema }: ToolDefinition,
  known: KnownTool | undefined,
  { calls, children, pace }: RecordedToolsOptions,
): Tool {
  return {
    name,
    description,
    inputSchema,
    effect: known?.effect ?? "unknown",
    ...(known?.proposesPlan ? { proposesPlan: known.proposesPlan } : {}),
    ...(known?.asksUser ? { asksUser: true } : {}),
    ...(known?.isFrontend ? { isFrontend: true } : {}),
    repeat: known?.repeat ?? "once",
    resources: (input) => calls.resourcesOf(name, input),
    check(input) {
      const issues = issuesOf(calls, { name, inputSchema }, input);
      return issues ? { ok: false, issues } : { ok: true, value: input };
    },
    async precheck(_value, { callId }) {
      const preview = calls.previewOf(callId);
      if (preview !== undefined) return { preview };
      return calls.isOwn(callId) ? undefined : calls.resultOf(callId)?.failure;
    },
    async call(_value, context) {
      await children.begin(context.callId, context.children);
      return answer(context.callId, calls, pace);
    },
    async recover(_value, context) {
      if (calls.resultOf(context.callId)) return recovered(context, calls, pace);
      // Of an earlier run: only its subagents are still at work.
      return (await children.resume(context.callId, context.children))
        ? { content: [] }
        : recovered(context, calls, pace);
    },
  };
}

async function answer(callId: string, calls: RecordedCalls, pace: Pace): Promise<ToolOutcome> {
  const result = calls.resultOf(callId);
  if (!result) return pace.missing();
  // Calls that a crash left open get their results all at once.
  if (calls.isOwn(callId)) await pace.after(calls.resultsBefore(result).filter(isOwn(calls)));
  return outcomeOf(result);
}

function isOwn(calls: RecordedCalls): (entry: Entry) => boolean {
  return (entry) => entry.kind === "tool-result" && calls.isOwn(entry.callId);
}

async function recovered(
  { callId }: ToolContext,
  calls: RecordedCalls,
  pace: Pace,
): Promise<ToolOutcome | undefined> {
  const result = calls.resultOf(callId);
  if (!result) return pace.missing();
  return result.recovered === "collected" ? outcomeOf(result) : undefined;
}

/** The tool's recorded message about a rejected input. */
function issuesOf(
  calls: RecordedCalls,
  { name, inputSchema }: Pick<ToolDefinition, "name" | "inputSchema">,
  input: JsonValue,
): readonly string[] | undefined {
  const text = JSON.stringify(input);
  return calls.issuesOf(
    name,
    (said) => JSON.stringify(said) === text || JSON.stringify(coerceInput(inputSchema, said)) === text,
  );
}

/** The output schema: accepts what the recorded one accepted, and repeats its messages for the rest. */
export function recordedOutput(
  inputSchema: JsonSchema,
  calls: RecordedCalls,
  output: JsonValue | undefined,
): StandardSchema<JsonValue> {
  return {
    "~standard": {
      version: 1,
      vendor: "skein",
      validate(value) {
        const issues = issuesOf(calls, { name: finalOutputName, inputSchema }, value as JsonValue);
        return issues
          ? { issues: issues.map((message) => ({ message })) }
          : { value: output ?? (value as JsonValue) };
      },
      jsonSchema: { input: () => inputSchema },
    },
  };
}
