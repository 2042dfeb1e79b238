export { forceFlag, jsonFlag, trustHashFlag, writtenJsonFlag, yesFlag } from "./flags/common-flags.ts";
export { backgroundFlags, chatFlags, resumableFlags, resumeFlags } from "./flags/kinds-of-runs.ts";
export { flagGroups, runFlags, slotFlags } from "./flags/run-flags.ts";
