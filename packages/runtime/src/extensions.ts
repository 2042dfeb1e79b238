export {
  describeOfferChange,
  inspectServer,
  maliciousPackage,
  mcp,
  osvAdvisories,
  resourceParts,
  type DescribedChange,
  type InspectedServer,
  type InspectedTool,
} from "@skein/extensions";
export { extensionPinsIn } from "./extensions/mcp-servers.ts";
