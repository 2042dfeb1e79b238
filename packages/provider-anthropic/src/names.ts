/** The word users type after `--provider`, and the owner of the sidecars. */
export const providerId = "anthropic";

export const keyVariable = "ANTHROPIC_API_KEY";
export const addressVariable = "ANTHROPIC_BASE_URL";
export const officialAddress = "https://api.anthropic.com";
