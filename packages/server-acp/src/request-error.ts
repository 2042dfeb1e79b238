import { RequestError } from "@agentclientprotocol/sdk/unstable";
import { ConfigError, describeError, type NextStep, type OutcomeError } from "@skein/protocol";

/** The steps that fit, in words for somebody who sits at an editor. */
const steps: { readonly [Kind in NextStep["do"]]?: (step: Extract<NextStep, { do: Kind }>) => string } = {
  "trust-folder": ({ folder }) => `Look at what ${folder} holds, then trust it in a terminal.`,
  "name-model": () => "Name a model in the settings, or where the editor starts this agent.",
  "add-provider": () => "Or describe another provider in the settings.",
  "choose-provider": () => "Or choose another provider in the settings.",
  "store-key": () => "Or store it in a terminal.",
  "log-in-to-provider": ({ provider }) => `Log in to ${provider} in a terminal.`,
  "set-up": () => "Set Skein up in a terminal first.",
};

/** Answers a request with an error. Editors show the message, so everything is in it. */
export function refuse(error: unknown): never {
  if (error instanceof RequestError) throw error;
  throw requestError(describeError(error), ConfigError.is(error) ? invalidParams : internalError);
}

/** Clients offer the ways to sign in then. */
const authRequired = -32000;
const needingKey: ReadonlySet<string> = new Set(["missing-key", "auth"]);
const invalidParams = -32602;
const internalError = -32603;

export function requestError(
  { message, hint, nextStep, code }: OutcomeError,
  number = internalError,
): RequestError {
  const say = nextStep && (steps[nextStep.do] as ((step: NextStep) => string) | undefined);
  const sentences = [message, hint, nextStep && say?.(nextStep)].filter((sentence) => sentence !== undefined);
  return new RequestError(needingKey.has(code) ? authRequired : number, sentences.join(" "), {
    code,
    hint,
    nextStep,
  });
}
