export {
  mountExtensions,
  type Mount,
  type MountedExtensions,
  type MountOptions,
} from "./mount-extensions.ts";
export type { StatusEvent } from "./life-cycle.ts";
export { harmlessVariables } from "./mcp/server-environment.ts";
export { deferTools } from "./deferral/defer-tools.ts";
export { defaultToolBudget, type ToolBudget } from "./deferral/tool-budget.ts";
export { toolSearchNames } from "./deferral/tool-search.ts";
export { inspectServer, type InspectedServer, type InspectedTool } from "./inspect-server.ts";
export { mcp } from "./mcp/mcp.ts";
export type { LoginStore, McpLogin } from "./mcp/oauth/login-settings.ts";
export type {
  McpCommandSettings,
  McpServerSettings,
  McpSettings,
  TraceOf,
  ServerLogLine,
  McpUrlSettings,
} from "./mcp/settings.ts";
export { osvAdvisories, type PackageAdvisories } from "./packages/package-advisories.ts";
export { resolveVersion, type RunProgram } from "./packages/resolve-version.ts";
export { startedPackage } from "./packages/started-package.ts";
export { maliciousPackage } from "./packages/refuse-malicious.ts";
export { fileExtensionPins } from "./pins/file-pins.ts";
export { describeOfferChange, type DescribedChange } from "./pins/describe-offer-change.ts";
export type { ExtensionPin, ExtensionPinStore } from "./pins/extension-pin.ts";
export type { OfferChange } from "./pins/review-offer.ts";
export type { NameCollision } from "./tool-names.ts";
export { resourceParts, type ResourcePartsOptions } from "./resource-parts.ts";
export { extensionManager, extensionManagerName } from "./manager/extension-manager.ts";
export { lateExtension } from "./manager/late-extension.ts";
export { extensionName } from "./mcp/settings.ts";
export { callbackServer, type CallbackServer } from "./mcp/oauth/callback-server.ts";
export { pinKeyOf } from "./pins/pinned-offer.ts";
export { switchableExtension, type SwitchableExtension } from "./manager/switchable-extension.ts";
export { logLine } from "./mcp/log-lines.ts";
export { fileToolLists } from "./tool-lists/file-tool-lists.ts";
export type { KeptToolList, ToolListStore } from "./tool-lists/tool-list-store.ts";
