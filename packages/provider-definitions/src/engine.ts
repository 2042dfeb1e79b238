import type { ModelProvider } from "@skein/protocol";
import type { ProviderSettings, WatchdogLimits } from "@skein/provider-kit";
import type { ProviderDefinition } from "./definition.ts";

/** What speaks a wire: a provider's factory as the app has it, and the names it looks up by itself. */
export interface Engine {
  readonly load: (settings: EngineSettings) => Promise<ModelProvider>;
  readonly keyVariables: readonly string[];
  readonly addressVariable?: string | undefined;
}

/** By the names that definitions use; one that is missing is said to be missing when a definition wants it. */
export type Engines = Readonly<Record<string, Engine>>;

export interface EngineSettings extends ProviderSettings {
  readonly secrets: (name: string) => Promise<string | undefined>;
  readonly baseUrl: string;
  readonly watchdog: WatchdogLimits;
  /** The provider's id, for engines that take one. */
  readonly id: string;
  readonly api: ProviderDefinition["api"];
  /** Whether results of tools may have pictures. */
  readonly resultPictures: boolean;
}
