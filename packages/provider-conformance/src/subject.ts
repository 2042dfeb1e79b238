import type { ModelProvider } from "@skein/protocol";
import type { ProviderSettings } from "@skein/provider-kit";
import type { Dialect } from "./dialect.ts";

/** What a provider is made with here. `fetch` is left out where the provider is asked through a socket. */
export type SubjectSettings = Pick<
  ProviderSettings,
  "apiKey" | "baseUrl" | "env" | "fetch" | "retry" | "watchdog"
>;

/** A provider under test. */
export interface Subject {
  /** The heading of its column in the report. */
  readonly name: string;
  readonly dialect: Dialect;
  /** A new provider with these settings and nothing else: it must not look at this machine. */
  readonly provider: (settings: SubjectSettings) => ModelProvider;
  /** A model that thinks, where that depends on the name. */
  readonly modelId: string;
  /** `socket`: it cannot be given a `fetch`, so all bytes come over loopback, which is slower. Default `fetch`. */
  readonly transport?: "fetch" | "socket";
  /** Cases that are no fault of the provider, by their id, each with the reason. */
  readonly notApplicable?: Readonly<Record<string, string>>;
}
