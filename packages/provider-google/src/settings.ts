import type { ProviderSettings } from "@skein/provider-kit";

/**
 * The key is `apiKey`, then `GEMINI_API_KEY`, then `GOOGLE_API_KEY`, then asked of `secrets`; the address is `baseUrl`,
 * then `GOOGLE_GEMINI_BASE_URL`, then https://generativelanguage.googleapis.com.
 */
export type GoogleSettings = ProviderSettings;
