// What this package loads when it is first needed.

export const loadOpenAISdk = () => import("openai");
export const loadThroughSdk = () => import("./through-sdk.ts");
