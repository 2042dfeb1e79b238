/** The word users type after `--provider`, and the owner of the sidecars. */
export const providerId = "bedrock";

/** A key of Bedrock's own. It wins over the keys of an AWS account. */
export const keyVariable = "AWS_BEARER_TOKEN_BEDROCK";

/** Addresses of the service that answers, and of the one that lists models. */
export const addressVariable = "AWS_ENDPOINT_URL_BEDROCK_RUNTIME";
export const controlAddressVariable = "AWS_ENDPOINT_URL_BEDROCK";
