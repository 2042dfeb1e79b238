import type { ModelProvider } from "@skein/protocol";
import type { ProviderSettings } from "@skein/provider-kit";
import type { Dialect } from "./dialect.ts";

/**
 * Settings that the suite passes to a provider. `fetch` is absent if the
 * provider is tested through a socket.
 *
 * Every case sets `apiKey`, `baseUrl`, an empty `env`, and `retry` with 0
 * retries, so that one call of `stream` is one request. `watchdog` is set only
 * by `ends/silence`, and `fetch` only where a case needs no server.
 *
 * A provider that ignores one of these settings fails in a way that is easy to
 * recognize: without `baseUrl` it connects to the vendor, without `retry` the
 * counts of `refused/once` are too high.
 */
export type SubjectSettings = Pick<
  ProviderSettings,
  "apiKey" | "baseUrl" | "env" | "fetch" | "retry" | "watchdog"
>;

/**
 * Provider under test.
 *
 * A subject has no state: each case calls `provider` at least once and uses the
 * result for nothing else, so cases can run in any order.
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
  /**
   * Heading of its column in the report.
   *
   * Also part of the title of every test. Use the name of the package or of the
   * service, such as `anthropic`.
   */
  readonly name: string;
  /**
   * Wire that it speaks.
   *
   * The dialect encodes the replies and reads the requests. A service that
   * copies another vendor's API uses that vendor's dialect, and marks the
   * differences in `notApplicable`.
   */
  readonly dialect: Dialect;
  /**
   * Creates a provider with these settings and nothing else: it must not read
   * the environment or files of this machine.
   *
   * Called once or more for each case, often with another `baseUrl`. A provider
   * that reads a key from the environment or a file could pass on the author's
   * machine and fail in CI.
   */
  readonly provider: (settings: SubjectSettings) => ModelProvider;
  /**
   * Id of a model that thinks, if that depends on the name.
   *
   * Some providers choose the form of a request by the model's name. A model
   * without thinking would leave the cases about signatures untested.
   */
  readonly modelId: string;
  /**
   * Way to reach the provider. `socket`: it cannot use a custom `fetch`, so all
   * bytes come over loopback, which is slower. Default: `fetch`.
   *
   * Compression (`bytes/gzip`), broken connections, aborts and headers of
   * errors use a real server with either value.
   */
  readonly transport?: "fetch" | "socket";
  /**
   * Cases that cannot work for reasons outside of the provider, by their id,
   * each with the reason. Default: none.
   *
   * The reason is shown in the report and must be about the service, such as
   * "The service has no accounts." A defect of the provider is no reason: leave
   * the case failing.
   */
  readonly notApplicable?: Readonly<Record<string, string>>;
}
