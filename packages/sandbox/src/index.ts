export { probe, type ProbeOptions } from "./probe.ts";
export { type CommandSpec, type MissingTier, type Sandbox, type SandboxTier } from "./tier.ts";
