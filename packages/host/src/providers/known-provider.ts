import type { ModelProvider } from "@skein/protocol";
import type { LocalServer } from "@skein/provider-definitions/bundled";
import type { ProviderAccess } from "./provider-access.ts";

/** What there is to know of a provider before it is loaded. */
export interface KnownProvider {
  readonly load: (access: ProviderAccess) => Promise<ModelProvider>;
  readonly description: string;
  /** Used when no model is named. */
  readonly defaultModel?: string;
  /** Environment variables that hold its key. */
  readonly keyVariables: readonly string[];
  /** It may be reached without any of them. */
  readonly isKeyOptional?: true;
  /** What stands in for a key: the vendor's own way to sign in. */
  readonly keyAlternative?: string;
  /** Environment variables that it cannot be reached without, besides its key. */
  readonly neededVariables?: readonly string[];
  /** Environment variable that holds its address; absent when it has none. */
  readonly addressVariable?: string;
  /** The program of its own machine that it talks to, unless it has another address. */
  readonly localServer?: LocalServer;
  /** What lists of models call it. Default: its id, unless it is defined by a user or a local server. */
  readonly catalogId?: string | undefined;
  /** Where its definition is from; absent for one that is a package of its own. */
  readonly definedBy?: "bundled" | "user" | "project";
}

/** By id; where several have a key, the first one answers. */
export type KnownProviders = Readonly<Record<string, KnownProvider>>;
