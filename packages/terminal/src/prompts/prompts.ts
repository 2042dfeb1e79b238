/** How a person is asked. Each resolves with `undefined` when the person gives up (Ctrl-C). */
export interface PromptDialogs {
  intro(text: string): void;
  select(message: string, options: readonly Choice[], initial?: string): Promise<string | undefined>;
  /** Shows nothing of what is typed. @param problem - says what is wrong with it. */
  secret(message: string, problem: (typed: string) => string | undefined): Promise<string | undefined>;
  text(message: string, initial: string | undefined): Promise<string | undefined>;
  say(text: string): void;
  /** Shows that something takes a moment. */
  during<Result>(message: string, work: () => Promise<Result>): Promise<Result>;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}
