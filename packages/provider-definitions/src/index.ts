export { browserLogin, type BrowserLoginOptions, type LoginListener } from "./login/browser-login.ts";
export { deviceLogin, type DeviceLoginResult, type LoginOptions } from "./login/device-login.ts";
export type { KeptLogin } from "./login/login-tokens.ts";
export { defineProvider } from "./define-provider.ts";
export {
  addressVariableOf,
  type DefinedModel,
  type DefinedVariable,
  type DeviceLogin,
  type EngineName,
  type ProviderDefinition,
} from "./definition.ts";
export { type Engine, type Engines, type EngineSettings } from "./engine.ts";
export { type ReadDefinition, readDefinition } from "./read-definition.ts";
