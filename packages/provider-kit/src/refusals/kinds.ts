// Kinds of refusals. A kind is finer than a `ProviderErrorCode`: the code
// decides what Skein does (retry, compact, use the next model of `fallback`),
// the kind decides what the user is advised to do. docs/provider-errors.md
// lists the kinds, and a test compares it with this file.
import type { NextStep, ProviderErrorCode } from "@skein/protocol";

/** Reason for which a vendor refused a request, as far as its body tells. */
export type RefusalKind =
  | "key"
  | "account"
  | "access"
  | "region"
  | "credit"
  | "quota"
  | "rate"
  | "capacity"
  | "memory"
  | "overflow"
  | "allowed-size"
  | "model"
  | "parameter"
  | "tools"
  | "tool-calling"
  | "moderation";

/** What follows from a kind. */
export interface RefusalFacts {
  readonly code: ProviderErrorCode;
  /** Whether another attempt can succeed. */
  readonly isRetried: boolean;
  /** Advice for the user. Absent: the default advice of the code. */
  readonly hint?: string;
  /** Next step. Absent: that of the code, if there is no hint, or none. */
  readonly nextStep?: NextStep;
}

/** Facts of each kind. */
export const refusalKinds: Readonly<Record<RefusalKind, RefusalFacts>> = {
  key: { code: "auth", isRetried: false },
  account: {
    code: "auth",
    isRetried: false,
    hint: "The account is blocked. Contact the vendor, or choose another provider.",
    nextStep: { do: "choose-provider" },
  },
  access: {
    code: "auth",
    isRetried: false,
    hint: "Enable the model for this account in the vendor's console, or choose another model.",
    nextStep: { do: "list-models" },
  },
  region: {
    code: "auth",
    isRetried: false,
    hint: "The vendor does not serve your country or region. Choose another provider.",
    nextStep: { do: "choose-provider" },
  },
  credit: { code: "quota", isRetried: false },
  quota: {
    code: "quota",
    isRetried: false,
    hint: "Wait until the quota is renewed, or choose another model.",
    nextStep: { do: "name-model" },
  },
  rate: { code: "rate-limited", isRetried: true },
  capacity: { code: "overloaded", isRetried: true },
  memory: {
    code: "overloaded",
    isRetried: false,
    hint: "Choose a smaller model, or set a smaller context window.",
    nextStep: { do: "name-model" },
  },
  overflow: { code: "context-overflow", isRetried: false },
  "allowed-size": {
    code: "context-overflow",
    isRetried: false,
    hint: "The account allows only smaller requests. Raise its limit with the vendor, or choose another model.",
    nextStep: { do: "name-model" },
  },
  model: { code: "not-found", isRetried: false },
  parameter: {
    code: "bad-request",
    isRetried: false,
    hint: "Remove the setting that the message names, or choose another model.",
    nextStep: { do: "name-model" },
  },
  tools: {
    code: "bad-request",
    isRetried: false,
    hint: "Choose a model that calls tools.",
    nextStep: { do: "run-without-extensions" },
  },
  "tool-calling": {
    code: "bad-request",
    isRetried: false,
    hint: "Start the server with tool calling: llama-server with the flag jinja, vLLM with enable-auto-tool-choice and tool-call-parser.",
    nextStep: { do: "run-without-extensions" },
  },
  moderation: {
    code: "bad-request",
    isRetried: false,
    hint: "The vendor's filter blocked the request. Undo or rephrase the last message, or choose another model.",
    nextStep: { do: "name-model" },
  },
};
