/** The word users type after `--provider`, unless the settings name another. */
export const defaultProviderId = "local";
