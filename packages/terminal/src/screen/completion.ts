/** One thing that what is being typed could become. */
export interface Completion {
  /** Replaces `prefix`. */
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

export interface PromptCompletions {
  readonly items: readonly Completion[];
  /** The end of the text before the cursor that an item replaces. */
  readonly prefix: string;
}

/**
 * @param before - the text of the cursor's line, up to the cursor.
 * @param isFirstLine - commands are completed on the first line only.
 * @param isAsked - Tab was pressed.
 * @param signal - aborted when more was typed. It may reject then.
 */
export type Complete = (
  before: string,
  isFirstLine: boolean,
  isAsked: boolean,
  signal: AbortSignal,
) => Promise<PromptCompletions | undefined>;
