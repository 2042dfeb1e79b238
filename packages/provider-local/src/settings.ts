import type { ProviderSettings } from "@skein/provider-kit";

/** Settings of `createLocal`. */
export interface LocalSettings extends Pick<ProviderSettings, "retry" | "watchdog" | "notice"> {
  /** Folder of the models that have names; see `addModelFile`. Default: none, so that a model is the path of a file. */
  readonly folder?: string | undefined;
  /**
   * Tokens of the context window. Never more than the model was trained for, and fewer if the memory is too small.
   * Default: what the model was trained for, at most 32,768.
   */
  readonly contextTokens?: number | undefined;
  /** Threads of the processor. Default: one for each of its cores that is made for mathematics. */
  readonly threads?: number | undefined;
  /** `false`: the processor alone. Default: a graphics card where there is one that llama.cpp supports. */
  readonly gpu?: boolean | undefined;
  /** Id of the provider. Default: `local`. */
  readonly id?: string | undefined;
}
