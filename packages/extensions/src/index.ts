export {
  mountExtensions,
  type Mount,
  type MountedExtensions,
  type MountOptions,
} from "./mount-extensions.ts";
export type { StatusEvent } from "./life-cycle.ts";
