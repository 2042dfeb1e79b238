export {
  describeOfferChange,
  inspectServer,
  maliciousPackage,
  mcp,
  osvAdvisories,
  resolveVersion,
  startedPackage,
  type DescribedChange,
  type InspectedServer,
} from "@skein/extensions";
export { runProgram } from "./extensions/run-program.ts";
export { readServerLog } from "./extensions/server-logs.ts";
export { extensionPinsIn } from "./extensions/mcp-servers.ts";
