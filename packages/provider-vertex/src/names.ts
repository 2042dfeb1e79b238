/** The word users type after `--provider`, and the owner of the sidecars. */
export const providerId = "vertex";

export const addressVariable = "GOOGLE_VERTEX_BASE_URL";
export const projectVariable = "GOOGLE_CLOUD_PROJECT";
export const locationVariable = "GOOGLE_CLOUD_LOCATION";
export const credentialsVariable = "GOOGLE_APPLICATION_CREDENTIALS";
