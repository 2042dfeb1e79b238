/** The word users type after `--provider`, and the owner of the sidecars. */
export const providerId = "google";

export const keyVariables = ["GEMINI_API_KEY", "GOOGLE_API_KEY"] as const;
export const addressVariable = "GOOGLE_GEMINI_BASE_URL";
export const officialAddress = "https://generativelanguage.googleapis.com";
