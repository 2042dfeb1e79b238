/** The word users type after `--provider`, and the owner of the sidecars, unless the settings name another. */
export const defaultProviderId = "ollama";

/** For models that run at the vendor's; a server of one's own asks for none. */
export const keyVariable = "OLLAMA_API_KEY";
/** The vendor's own variable, which its server and its command read too. */
export const addressVariable = "OLLAMA_HOST";
export const usualAddress = "http://127.0.0.1:11434";
