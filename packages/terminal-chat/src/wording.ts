import type { OutcomeError } from "@skein/protocol";

/** The error with its `nextStep` among the lines of its hint, as text for the command that shows it. */
export type WithNextStep = (error: OutcomeError) => OutcomeError;

/** Commands for a shell that the chat names in its hints, as a user types them. */
export interface ShellCommands {
  /** Explains how a folder is trusted. */
  readonly trustHelp: string;
  /** Makes a recipe. */
  readonly newRecipe: string;
  /** Begins a chat with all parts of a recipe. */
  readonly chatWithRecipe: (recipe: string) => string;
  /** Shows how a session used the prompt cache, with every reason. */
  readonly showCache: string;
  /** Writes a session as a page, with its pictures. */
  readonly exportSession: (session: string) => string;
  /** Shows a session that another process runs. */
  readonly attach: (session: string) => string;
  /** Shows a session that has ended. */
  readonly showSession: (session: string) => string;
  /** Helps to find out why a vendor drops its prompt cache. */
  readonly diagnostics: string;
}

/** Texts that only the command knows which the chat is part of. */
export interface ChatWording {
  readonly withNextStep: WithNextStep;
  readonly commands: ShellCommands;
}
