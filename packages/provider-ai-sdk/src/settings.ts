import type { SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { ModelInfo, ModelLimits, ModelPrice } from "@skein/protocol";
import type { RetryPolicy, WatchdogLimits } from "@skein/provider-kit";

/** The AI SDK's own retries are not used: models are asked below them, and Skein's are on. */
export interface AiSdkSettings {
  /** The provider's id, owner of what the vendor wants back. Default: `ai-sdk`, or what the model says of itself. */
  readonly id?: string | undefined;
  /** The AI SDK does not know them. Default: unknown. */
  readonly limits?: ModelLimits | undefined;
  /** Default: unknown, and cost with it. */
  readonly price?: ModelPrice | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Options of the vendor's own, by the name its package gives itself; sent with every request. */
  readonly providerOptions?: SharedV4ProviderOptions | undefined;
  /** Values of headers and options that no message may show. */
  readonly secrets?: readonly string[] | undefined;
  readonly retry?: RetryPolicy | undefined;
  readonly watchdog?: WatchdogLimits | undefined;
  /** Gets what the AI SDK warns of, each text once a model. Default: `process.emitWarning`. */
  readonly warn?: ((text: string) => void) | undefined;
}

export interface AiSdkProviderSettings extends AiSdkSettings {
  /** The AI SDK cannot list them: what `models()` gives back. `check()` asks the first. */
  readonly models?: readonly ModelInfo[] | undefined;
}
