// What this package loads when it is first needed.

import type * as credentialProviderNode from "@aws-sdk/credential-provider-node";
import type * as coreConfig from "@smithy/core/config";
import type * as signatureV4 from "@smithy/signature-v4";

export const loadCredentialProvider = (): Promise<typeof credentialProviderNode> =>
  import("@aws-sdk/credential-provider-node");
export const loadSignatureV4 = (): Promise<typeof signatureV4> => import("@smithy/signature-v4");
export const loadSmithyConfig = (): Promise<typeof coreConfig> => import("@smithy/core/config");
