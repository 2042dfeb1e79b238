/** The word users type after `--provider`, and the owner of the sidecars. */
export const providerId = "anthropic";
