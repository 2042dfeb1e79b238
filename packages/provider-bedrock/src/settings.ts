import type { ProviderSettings } from "@skein/provider-kit";

/** Keys of an AWS account, as its services give them out. */
export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of keys that expire. */
  readonly sessionToken?: string;
}

/**
 * `apiKey` is a key of Bedrock's own; then `AWS_BEARER_TOKEN_BEDROCK`, then `secrets`. Without a key,
 * requests are signed with `credentials`, or with what AWS's own chain finds: environment, profile, single
 * sign-on, web identity, container, machine.
 *
 * The address is `baseUrl`, then `AWS_ENDPOINT_URL_BEDROCK_RUNTIME`, then that of the region.
 */
export interface BedrockSettings extends ProviderSettings {
  /** Default: `AWS_REGION`, then `AWS_DEFAULT_REGION`, then that of the profile. */
  readonly region?: string | undefined;
  /** A section of AWS's own files. Default: `AWS_PROFILE`, then `default`. */
  readonly profile?: string | undefined;
  /** Win over the chain. A function is asked for each request. */
  readonly credentials?: AwsKeys | (() => Promise<AwsKeys>) | undefined;
  /** Where models are listed. Default: `AWS_ENDPOINT_URL_BEDROCK`, then that of the region. */
  readonly controlUrl?: string | undefined;
}
