import type { ProviderSettings } from "@skein/provider-kit";

/**
 * The key is `apiKey`, then `ANTHROPIC_API_KEY`, then asked of `secrets`; the address is `baseUrl`, then
 * `ANTHROPIC_BASE_URL`, then https://api.anthropic.com.
 */
export interface AnthropicSettings extends ProviderSettings {
  /** Values of the `anthropic-beta` header. */
  readonly betas?: readonly string[] | undefined;
  /** Whether the vendor's search finds deferred tools, for known models. Default: at the vendor's own address. */
  readonly toolSearch?: boolean | undefined;
}
