import { messageOf, ProviderError, type ProviderErrorCode, type ProviderErrorOptions } from "@skein/protocol";
import type { Owner } from "@skein/provider-kit";

type Options = Pick<ProviderErrorOptions, "cause" | "hint" | "contextTokens">;

/** An error of a model in the process. Another attempt would fail the same way. */
export function localError(
  code: ProviderErrorCode,
  { provider }: Pick<Owner, "provider">,
  message: string,
  options: Options = {},
): ProviderError {
  return new ProviderError(code, message, { ...options, provider, retryable: false, unbilled: true });
}

/** The library is missing, or has no binary for this system. */
export function libraryError(owner: Pick<Owner, "provider">, cause: unknown): ProviderError {
  return localError("bad-request", owner, `Cannot load llama.cpp: ${firstLine(cause)}`, {
    cause,
    hint: "Install node-llama-cpp with its optional dependencies: they are its binaries for each system.",
  });
}

/** A file that llama.cpp does not load. */
export function loadError(owner: Owner, path: string, cause: unknown): ProviderError {
  const isMemory = cause instanceof Error && cause.name === "InsufficientMemoryError";
  const text = firstLine(cause);
  return localError("bad-request", owner, `Cannot load the model ${path}: ${text}`, {
    cause,
    hint: isMemory
      ? "Choose a smaller model, or set a smaller context window."
      : "Check that the file is a complete GGUF file of a text model.",
  });
}

/** The prompt leaves no room for a reply. */
export function overflowError(owner: Owner, promptTokens: number, contextTokens: number): ProviderError {
  const message = `The prompt has ${promptTokens} tokens, and the context window of ${owner.model} has ${contextTokens}.`;
  return localError("context-overflow", owner, message, { contextTokens });
}

function firstLine(error: unknown): string {
  return messageOf(error).split("\n", 1)[0]!;
}
