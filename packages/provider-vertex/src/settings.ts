import type { ProviderSettings } from "@skein/provider-kit";

/**
 * Credentials are Google Cloud's application default ones: the file that `GOOGLE_APPLICATION_CREDENTIALS` names, then
 * the one that `gcloud auth application-default login` writes, then those of the machine. The address is `baseUrl`,
 * then `GOOGLE_VERTEX_BASE_URL`, then that of the location.
 */
export interface VertexSettings extends Omit<ProviderSettings, "apiKey" | "secrets"> {
  /** Default: `GOOGLE_CLOUD_PROJECT`, then that of the credentials. */
  readonly project?: string | undefined;
  /** A region, `us`, `eu` or `global`. Default: `GOOGLE_CLOUD_LOCATION`, then `global`. */
  readonly location?: string | undefined;
  /** A file of credentials. Wins over the environment. */
  readonly credentialsFile?: string | undefined;
  /** Gives the token of a request, instead of all credentials. */
  readonly accessToken?: (() => Promise<string>) | undefined;
}
