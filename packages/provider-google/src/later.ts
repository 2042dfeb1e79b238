// What this package loads when it is first needed.

export const loadGenai = () => import("@google/genai");
export const loadThroughSdk = () => import("./through-sdk.ts");
