import {
  ConfigError,
  type Effect,
  type JsonObject,
  type JsonSchema,
  type PlanProposal,
  type PrecheckContext,
  type PrecheckResult,
  type Repeat,
  type StandardSchema,
  type Tool,
  type ToolContext,
} from "@skein/protocol";
import { fitOutcome } from "./fit-outcome.ts";
import { requireName } from "./names.ts";
import { toolInput } from "./tool-input.ts";
import { matchingOutput, outcomeOf, type ToolReturn } from "./tool-return.ts";

export interface ToolDefinition<Input> {
  /** 1 to 64 letters, digits, `_` and `-`. */
  readonly name: string;
  /** For the model: what it does and when to use it. */
  readonly description: string;
  readonly effect: Effect;
  /** Its calls start subagents: see `Tool.startsAgents`. */
  readonly startsAgents?: boolean;
  /** Its calls propose a plan: see `Tool.proposesPlan`. */
  readonly proposesPlan?: PlanProposal;
  /** Its calls ask the user: see `Tool.asksUser`. */
  readonly asksUser?: true;
  /** Its calls ask the model: see `Tool.asksModel`. */
  readonly asksModel?: true;
  /** Its calls may take minutes: see `Tool.isLong`. */
  readonly isLong?: true;
  /** Default: `safe` for tools that only read, `once` for all others. */
  readonly repeat?: Repeat;
  /** Milliseconds without progress after which a call is stopped. Default 300,000. */
  readonly timeoutMs?: number;
  /** An error it throws becomes a `failed` failure that the model reads, or `interrupted` once `signal` is aborted. */
  run(input: Input, context: ToolContext): ToolReturn | Promise<ToolReturn>;
  /**
   * What the JSON value that `run` returns looks like, for programs that read results: an object. A value that does not
   * match becomes a failure.
   */
  readonly output?: StandardSchema | JsonSchema;
  /** Names of what a call needs exclusively, `file:/a/b` for example. */
  resources?(input: Input, cwd: string): readonly string[];
  /** Checks whether a call can succeed, and what it would change: see `Tool.precheck`. */
  precheck?(input: Input, context: PrecheckContext): Promise<PrecheckResult>;
  /** See `Tool.prechecksAs`. */
  readonly prechecksAs?: string;
  /** The outcome of a call that was under way when its process died; `undefined` when it cannot be known. */
  recover?(input: Input, context: ToolContext): Promise<ToolReturn | undefined>;
}

/**
 * Defines a tool from a schema and a function.
 *
 * `input` is a Standard Schema that can be converted to JSON Schema (zod 4 can), or a plain JSON Schema, which ajv
 * validates. Bundled programs use `jsonSchema(…)` of `@skein/extension-kit/json-schema` instead of a plain one,
 * because that is loaded by name at the first call.
 *
 * The result is clipped to what fits the model's context window: see `fitOutcome`.
 *
 * @throws ConfigError `usage` for a name that vendors do not accept. `inputSchema` throws it when the schema has no
 *   JSON form.
 */
export function defineTool<Input>(
  definition: ToolDefinition<Input> & { readonly input: StandardSchema<Input> },
): Tool;
export function defineTool(definition: ToolDefinition<JsonObject> & { readonly input: JsonSchema }): Tool;
export function defineTool<Input>(
  definition: ToolDefinition<Input> & { readonly input: StandardSchema | JsonSchema },
): Tool {
  const { name, description, effect, startsAgents = false, proposesPlan, repeat, timeoutMs } = definition;
  requireName("tool", name);
  if (timeoutMs !== undefined && !(timeoutMs > 0)) {
    throw new ConfigError("usage", `The tool "${name}" has a time limit of ${timeoutMs} ms.`);
  }
  const input = toolInput(name, definition.input);
  const output = definition.output && toolInput(name, definition.output);
  const outcome = (returned: unknown) => matchingOutput(name, outcomeOf(name, returned), output);
  return {
    name,
    description,
    get inputSchema() {
      return input.schema();
    },
    ...(output && {
      get outputSchema() {
        return output.schema();
      },
    }),
    effect,
    ...(startsAgents ? { startsAgents } : {}),
    ...(proposesPlan ? { proposesPlan } : {}),
    ...(definition.asksUser ? { asksUser: true } : {}),
    ...(definition.asksModel ? { asksModel: true } : {}),
    ...(definition.isLong ? { isLong: true } : {}),
    repeat: repeat ?? (effect === "reads" && !startsAgents ? "safe" : "once"),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    check: (value) => input.check(value),
    async call(value, context) {
      if (context.signal.aborted) return { kind: "interrupted", started: false, partial: "" };
      try {
        return await fitOutcome(outcome(await definition.run(value as Input, context)), context);
      } catch (error) {
        if (!context.signal.aborted) throw error;
        return { kind: "interrupted", started: true, partial: "" };
      }
    },
    ...(definition.resources && {
      resources(value, cwd) {
        const checked = input.check(value);
        return checked.ok ? (definition.resources?.(checked.value as Input, cwd) ?? []) : [];
      },
    }),
    ...(definition.precheck && {
      precheck: async (value, context) => definition.precheck?.(value as Input, context),
    }),
    ...(definition.prechecksAs === undefined ? {} : { prechecksAs: definition.prechecksAs }),
    ...(definition.recover && {
      async recover(value, context) {
        const recovered = await definition.recover?.(value as Input, context);
        return recovered === undefined ? undefined : fitOutcome(outcome(recovered), context);
      },
    }),
  };
}
