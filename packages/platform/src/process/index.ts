export { hasProc, residentBytes } from "./proc.ts";
export {
  isPidInUse,
  startOfProcess,
  isProcessRunning,
  currentProcess,
  type ProcessIdentity,
} from "./process-identity.ts";
