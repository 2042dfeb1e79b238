// What this package loads when it is first needed.

export const loadAnthropicSdk = () => import("@anthropic-ai/sdk");
export const loadThroughSdk = () => import("./through-sdk.ts");
