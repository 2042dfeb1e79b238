export { credentialPaths } from "./barrier/credential-paths.ts";
export {
  type Barrier,
  type BarrierCommand,
  type BarrierTier,
  type MissingBarrier,
  type OpenBarrier,
  type OpenOptions,
  SandboxError,
  type SandboxPolicy,
  type WrappedCommand,
} from "./barrier/port.ts";
export { type Barriers, probeTiers } from "./barrier/probe-tiers.ts";
export type { CgroupParent } from "./limits/cgroup-parent.ts";
export type { CommandLimits, LimitOptions } from "./limits/command-limits.ts";
export { kernelLimits } from "./limits/limit-by-kernel.ts";
export type { ProtectedChange } from "./protected/set-aside.ts";
export { protectedPaths, type ProtectedPath } from "./protected/protected-paths.ts";
export { readHosts } from "./network/host-list.ts";
export { probe, type ProbeOptions } from "./probe.ts";
export { type CommandSpec, type MissingTier, type Sandbox, type SandboxTier } from "./tier.ts";
export { workspaceLimits, type WorkspaceLimit } from "./barrier/workspace-limits.ts";
export { beginOutsideWork } from "./protected/outside-work.ts";
