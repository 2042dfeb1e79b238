// Flags of single commands: an entry of its own, since no run loads them.

export { acpFlags } from "./flags/acp-flags.ts";
export { extensionFlags, type ExtensionFlags } from "./flags/extension-flags.ts";
export { permissionFlags, type PermissionFlags } from "./flags/permission-flags.ts";
export {
  configureFlags,
  demoFlags,
  providerAddFlags,
  providerFlags,
  providerRefreshFlags,
} from "./flags/provider-flags.ts";
export { newRecipeFlags, recipeTestFlags } from "./flags/recipe-command-flags.ts";
export { ofWorkers, scheduleFlags } from "./flags/schedule-flags.ts";
export { answerFlags, diagnosticsFlags, exportFlags, searchFlags } from "./flags/session-command-flags.ts";
export { replayFlags, type ReplayFlags } from "./flags/replay-flags.ts";
export { reviewFlags, reviewFormats, reviewLimits } from "./flags/review-flags.ts";
export { submitFlags } from "./flags/submit-flags.ts";
