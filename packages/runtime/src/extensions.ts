export {
  describeOfferChange,
  inspectServer,
  maliciousPackage,
  mcp,
  osvAdvisories,
  type DescribedChange,
  type InspectedServer,
  type InspectedTool,
} from "@skein/extensions";
export { extensionPinsIn } from "./extensions/mcp-servers.ts";
