export { createGoogle, google } from "./provider.ts";
export { type GoogleSettings } from "./settings.ts";
