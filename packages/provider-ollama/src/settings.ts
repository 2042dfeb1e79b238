import type { ProviderSettings } from "@skein/provider-kit";

/**
 * The address is `baseUrl`, then `OLLAMA_HOST`, then http://127.0.0.1:11434. No key is needed; where there is one, in
 * `apiKey` or `OLLAMA_API_KEY`, it is sent.
 */
export interface OllamaSettings extends ProviderSettings {
  /**
   * Tokens of the window that is asked for. Default: what the model can, but at most 32,768: a window takes memory from
   * the first token on, and without one the server takes a small one and drops the beginning of what does not fit.
   */
  readonly contextTokens?: number | undefined;
  /** How long the model stays in memory: `10m`, seconds, or -1 for ever. Default: the server's. */
  readonly keepAlive?: string | number | undefined;
  /** The provider's id. Default: `ollama`. */
  readonly id?: string | undefined;
}
