import type { Subject } from "../subject.ts";

/**
 * One requirement that every provider must meet.
 *
 * Cases are the same for every vendor: the dialect of the subject provides the
 * bytes, and the case compares what the provider makes of them.
 *
 * A case tests one requirement, so that one mistake fails one case. It has no
 * access to the provider's code and no knowledge of its vendor.
 *
 * @example
 * ```ts
 * const listsModels: ConformanceCase = {
 *   id: "example/list",
 *   title: "lists at least one model",
 *   notApplicable: () => undefined,
 *   async run({ provider }) {
 *     const models = await provider({ apiKey: "test", retry: { retries: 0 } }).models();
 *     if (models.length === 0) throw new Error("The list is empty.");
 *   },
 * };
 * ```
 */
export interface ConformanceCase {
  /**
   * Id of the form `group/name`. A row of the report, and the key in
   * `Subject.notApplicable`.
   *
   * Ids are stable: providers refer to them when they mark a case as not
   * applicable.
   */
  readonly id: string;
  /**
   * Requirement as the end of a sentence whose subject is the provider: "closes
   * the connection when its reader leaves".
   */
  readonly title: string;
  /**
   * Returns the reason why the case cannot be tried with this subject, or
   * undefined if it can.
   *
   * Called before `run` and without a server, so it must be cheap.
   */
  readonly notApplicable: (subject: Subject) => string | undefined;
  /**
   * Tries the case. Throws if the provider does anything else. Starts its own
   * server, and stops it again.
   *
   * The message of the error is all that the report shows, so it says what was
   * expected and what came.
   */
  readonly run: (subject: Subject) => Promise<void>;
}

/**
 * Answer of `notApplicable` for cases that can be tried on every wire.
 *
 * Used where the requirement is about behavior that no wire can lack, such as
 * an abort.
 */
export function always(): undefined {
  return undefined;
}
