/** The word users type after `--provider`, unless the settings name another. */
export const defaultProviderId = "openai";

export const keyVariable = "OPENAI_API_KEY";
export const addressVariable = "OPENAI_BASE_URL";
export const apiVariable = "SKEIN_OPENAI_API";
export const officialAddress = "https://api.openai.com/v1";

/** Which of the vendor's two interfaces is spoken. */
export type OpenAIApi = "responses" | "chat";
