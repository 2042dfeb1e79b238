import type { ProviderSettings } from "@skein/provider-kit";
import type { OpenAIApi } from "./names.ts";

/**
 * The key is `apiKey`, then `OPENAI_API_KEY`, then asked of `secrets`; a server on this machine needs none. The address
 * is `baseUrl`, then `OPENAI_BASE_URL`, then https://api.openai.com/v1.
 */
export interface OpenAISettings extends ProviderSettings {
  /** Default: `SKEIN_OPENAI_API`, then `responses` on the vendor's own address and `chat` elsewhere. */
  readonly api?: OpenAIApi | undefined;
  /** Default, on the vendor's own address: `OPENAI_ORG_ID`. */
  readonly organization?: string | undefined;
  /** Default, on the vendor's own address: `OPENAI_PROJECT_ID`. */
  readonly project?: string | undefined;
  /**
   * Whether the vendor's search finds deferred tools, with Responses and models that have it. Default: at the vendor's own
   * address.
   */
  readonly toolSearch?: boolean | undefined;
  /** Whether the server takes pictures in results of tools, with Chat Completions. Default: they follow the results. */
  readonly resultPictures?: boolean | undefined;
  /** The provider's id, for a compatible vendor with a name of its own. Default: `openai`. */
  readonly id?: string | undefined;
}
