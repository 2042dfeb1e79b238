// Tools from a schema and a function. The parts that authors forget are here:
// the input is validated before `run`, an abort ends the call, an error becomes
// text for the model, and the result is clipped to the context window.

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

/**
 * Definition of a tool. `Input` is the type of the validated input.
 *
 * Required are a name, a description, an effect, `input` and `run`; everything
 * else has a default that is safe.
 *
 * @example
 * ```ts
 * const definition: DefineToolOptions<{ readonly path: string }> = {
 *   name: "size",
 *   description: "Get the size of a file in bytes.",
 *   effect: "reads",
 *   resources: ({ path }) => [`file:${path}`],
 *   run: ({ path }) => ({ path, bytes: 0 }),
 * };
 * ```
 */
export interface DefineToolOptions<Input> {
  /** Name that the model calls: 1 to 64 letters, digits, `_` and `-`. */
  readonly name: string;
  /**
   * Text for the model: what the tool does and when to use it. It is sent with
   * every request, so it must not contain dates or ids.
   */
  readonly description: string;
  /**
   * Effect of calls, which permission modes decide by. Declare the strongest
   * that a call can have.
   */
  readonly effect: Effect;
  /** Set if calls start subagents: see `Tool.startsAgents`. */
  readonly startsAgents?: boolean;
  /** Set if calls propose a plan: see `Tool.proposesPlan`. */
  readonly proposesPlan?: PlanProposal;
  /** Set if calls ask the user: see `Tool.asksUser`. */
  readonly asksUser?: true;
  /** Set if calls ask the model: see `Tool.asksModel`. */
  readonly asksModel?: true;
  /** Set if calls may take minutes: see `Tool.isLong`. */
  readonly isLong?: true;
  /**
   * Behavior after a crash: run again, or not. Default: `safe` for tools that
   * only read, `once` for all others.
   */
  readonly repeat?: Repeat;
  /**
   * Milliseconds without progress after which a call is stopped. Default:
   * 300,000.
   */
  readonly timeoutMs?: number;
  /**
   * Runs a call. An error that it throws becomes a `failed` failure that the
   * model reads, or `interrupted` once `signal` is aborted.
   *
   * Report progress with `context.progress` if a call takes long: each report
   * starts the time limit again. Pass `context.signal` on to everything that
   * waits.
   *
   * @param input - validated input, with defaults.
   * @param context - session, folder and services of the call.
   */
  run(input: Input, context: ToolContext): ToolReturn | Promise<ToolReturn>;
  /**
   * Schema of the JSON value that `run` returns, for programs that read
   * results: an object. A value that does not match becomes a failure. Absent:
   * anything.
   */
  readonly output?: StandardSchema | JsonSchema;
  /**
   * Names what a call needs exclusively, such as `file:/a/b`. Default: nothing.
   */
  resources?(input: Input, cwd: string): readonly string[];
  /**
   * Checks whether a call can succeed, and what it would change: see
   * `Tool.precheck`.
   */
  precheck?(input: Input, context: PrecheckContext): Promise<PrecheckResult>;
  /** Tool that reads what `precheck` reads: see `Tool.prechecksAs`. */
  readonly prechecksAs?: string;
  /**
   * Finds the outcome of a call that was running when its process died.
   * `undefined`: it cannot be known.
   */
  recover?(input: Input, context: ToolContext): Promise<ToolReturn | undefined>;
}

/**
 * Defines a tool from a schema and a function.
 *
 * `input` is a Standard Schema that can be converted to JSON Schema (zod 4
 * can), or a plain JSON Schema, which ajv validates. Bundled programs use
 * `jsonSchema(…)` of `@skein/extension-kit/json-schema` instead of a plain one,
 * because that module is loaded by name at the first call.
 *
 * The result is clipped to what fits the model's context window: see
 * `fitOutcome`.
 *
 * What happens to a call, in this order:
 *
 * - `input` is validated. A mismatch becomes `invalid-input`, and `run` is not
 *   called.
 * - `run` is called with the validated input. What it throws becomes `failed`,
 *   or `interrupted` after an abort.
 * - The returned value is converted as `ToolReturn` says, and checked against
 *   `output`.
 * - Texts and images are fitted to the context window.
 *
 * @param definition - parts of the tool, with its schema as `input`.
 * @throws ConfigError `usage` for a name that vendors do not accept, and for a
 *   time limit that is not positive. `inputSchema` throws it if the schema has
 *   no JSON form.
 *
 * @example
 * ```ts
 * const add = defineTool({
 *   name: "add",
 *   description: "Add two numbers.",
 *   effect: "reads",
 *   input: {
 *     type: "object",
 *     properties: { a: { type: "number" }, b: { type: "number" } },
 *     required: ["a", "b"],
 *   },
 *   run: ({ a, b }) => ({ sum: Number(a) + Number(b) }),
 * });
 * ```
 */
export function defineTool<Input>(
  definition: DefineToolOptions<Input> & { readonly input: StandardSchema<Input> },
): Tool;
/**
 * Defines a tool from a plain JSON Schema, which ajv validates at the first
 * call. `run` gets the input as an object whose fields have any JSON type.
 */
export function defineTool(definition: DefineToolOptions<JsonObject> & { readonly input: JsonSchema }): Tool;
export function defineTool<Input>(
  definition: DefineToolOptions<Input> & { readonly input: StandardSchema | JsonSchema },
): Tool {
  const { name, description, effect, startsAgents = false, proposesPlan, repeat, timeoutMs } = definition;
  requireName("tool", name);
  if (timeoutMs !== undefined && !(timeoutMs > 0)) {
    throw new ConfigError("usage", `The tool "${name}" has a time limit of ${timeoutMs} ms.`);
  }
  const input = toolInput(name, definition.input);
  // Outputs are validated like inputs.
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
    // Reading twice does no harm; starting agents twice costs twice.
    repeat: repeat ?? (effect === "reads" && !startsAgents ? "safe" : "once"),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    check: (value) => input.check(value),
    // The value was validated by `check`, which the agent calls before.
    async call(value, context) {
      // Aborted while it waited for other calls.
      if (context.signal.aborted) return { kind: "interrupted", started: false, partial: "" };
      try {
        return await fitOutcome(outcome(await definition.run(value as Input, context)), context);
      } catch (error) {
        // An error after an abort is its consequence: the call was interrupted,
        // it has not failed.
        if (!context.signal.aborted) throw error;
        return { kind: "interrupted", started: true, partial: "" };
      }
    },
    ...(definition.resources && {
      // An input that is not valid needs nothing: the call is refused in any
      // case.
      resources(value, cwd) {
        // Called before the agent has validated the input.
        const checked = input.check(value);
        return checked.ok ? (definition.resources?.(checked.value as Input, cwd) ?? []) : [];
      },
    }),
    ...(definition.precheck && {
      precheck: async (value, context) => definition.precheck?.(value as Input, context),
    }),
    ...(definition.prechecksAs === undefined ? {} : { prechecksAs: definition.prechecksAs }),
    ...(definition.recover && {
      // The recovered outcome is fitted like any other, since the tool may
      // return all of a log.
      async recover(value, context) {
        const recovered = await definition.recover?.(value as Input, context);
        return recovered === undefined ? undefined : fitOutcome(outcome(recovered), context);
      },
    }),
  };
}
