import type { Extension, JsonValue } from "@skein/protocol";

/** Call of a tool, for the rules. */
export interface ExampleCall {
  /** Name of the tool. */
  readonly tool: string;
  /** Input as a model would send it. */
  readonly input: JsonValue;
}

/**
 * Extension under test, with calls of its tools.
 *
 * @example
 * ```ts
 * const subject: ConformanceSubject = {
 *   extension: defineExtension({ name: "clock" }),
 *   works: { tool: "now", input: {} },
 *   misfits: { tool: "now", input: { zone: 5 } },
 * };
 * ```
 */
export interface ConformanceSubject {
  /** New extension that was not started. It is closed after each rule. */
  readonly extension: Extension;
  /** Call that succeeds. */
  readonly works: ExampleCall;
  /** Call whose input does not match the schema of its tool. */
  readonly misfits: ExampleCall;
  /**
   * Call that takes longer than a second, to be aborted. Default: `works` is
   * aborted, without a check of the outcome.
   */
  readonly lasts?: ExampleCall;
  /** Call with a result of more than 8 kB. Default: `works`. */
  readonly isLong?: ExampleCall;
}

/**
 * Rule as a test.
 *
 * @example
 * ```ts
 * async function check(rules: readonly ConformanceRule[]): Promise<readonly string[]> {
 *   const failed: string[] = [];
 *   for (const { id, run } of rules) await run().catch(() => failed.push(id));
 *   return failed;
 * }
 * ```
 */
export interface ConformanceRule {
  /** Name of the rule. */
  readonly id: string;
  /** Requirement, as the end of a sentence whose subject is the extension. */
  readonly title: string;
  /**
   * Tries the rule with a new subject. Rejects with an error that says what is
   * wrong.
   */
  readonly run: () => Promise<void>;
}
