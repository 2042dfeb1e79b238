import type { ModelProvider } from "@skein/protocol";
import type { ProviderSettings } from "@skein/provider-kit";
import type { Dialect } from "./dialect.ts";

/**
 * Settings that the suite passes to a provider. `fetch` is absent if the
 * provider is tested through a socket.
 */
export type SubjectSettings = Pick<
  ProviderSettings,
  "apiKey" | "baseUrl" | "env" | "fetch" | "retry" | "watchdog"
>;

/**
 * Provider under test.
 *
 * @example
 * ```ts
 * const subjectOf = (provider: Subject["provider"]): Subject => ({
 *   name: "example",
 *   dialect: openaiChat,
 *   provider,
 *   modelId: "gpt-test",
 *   notApplicable: { "refused/quota": "The service has no accounts." },
 * });
 * ```
 */
export interface Subject {
  /** Heading of its column in the report. */
  readonly name: string;
  /** Wire that it speaks. */
  readonly dialect: Dialect;
  /**
   * Creates a provider with these settings and nothing else: it must not read
   * the environment or files of this machine.
   */
  readonly provider: (settings: SubjectSettings) => ModelProvider;
  /** Id of a model that thinks, if that depends on the name. */
  readonly modelId: string;
  /**
   * Way to reach the provider. `socket`: it cannot use a custom `fetch`, so all
   * bytes come over loopback, which is slower. Default: `fetch`.
   */
  readonly transport?: "fetch" | "socket";
  /**
   * Cases that cannot work for reasons outside of the provider, by their id,
   * each with the reason. Default: none.
   */
  readonly notApplicable?: Readonly<Record<string, string>>;
}
