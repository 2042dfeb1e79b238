export { createAcpByCommand, type ByCommandSettings } from "./by-command.ts";
export { acp, createAcp, type AcpProvider } from "./provider.ts";
export { knownAgents, type KnownAgent } from "./names.ts";
export { type AcpSettings } from "./settings.ts";
