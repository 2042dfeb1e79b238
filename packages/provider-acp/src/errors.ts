import { RequestError, type AuthMethod } from "@agentclientprotocol/sdk";
import { messageOf, ProviderError, type ProviderErrorCode, type ProviderErrorOptions } from "@skein/protocol";

export interface AgentName {
  /** The provider's id. */
  readonly provider: string;
  readonly command: string;
}

interface Options extends Pick<ProviderErrorOptions, "cause"> {
  readonly hint?: string | undefined;
}

export function agentError(
  code: ProviderErrorCode,
  { provider }: AgentName,
  message: string,
  { hint, cause }: Options = {},
): ProviderError {
  // An agent has acted by itself: what it did is not done again unasked.
  const options = { provider, retryable: false, cause, ...(hint === undefined ? {} : { hint }) };
  return new ProviderError(code, message, options);
}

/** What an agent has refused, as one of our errors. */
export function refusalError(
  error: unknown,
  name: AgentName,
  authMethods: readonly AuthMethod[] = [],
): ProviderError {
  if (ProviderError.is(error)) return error;
  const cause = error;
  const said = error instanceof RequestError ? described(error) : messageOf(error);
  const code = error instanceof RequestError ? error.code : undefined;
  if (code === authRequired)
    return agentError("auth", name, `${name.command} is not signed in: ${said}`, {
      cause,
      hint: loginHint(name, authMethods),
    });
  if (code === methodNotFound)
    return agentError("bad-request", name, `${name.command} does not know a required method: ${said}`, {
      cause,
      hint: "Update the agent.",
    });
  return agentError("bad-request", name, `${name.command} refused the request: ${said}`, { cause });
}

export const isResourceMissing = (error: unknown): boolean =>
  error instanceof RequestError && error.code === -32002;

const authRequired = -32000;
const methodNotFound = -32601;

function described({ message, data }: RequestError): string {
  if (data === undefined || data === null) return message;
  return `${message} ${typeof data === "string" ? data : JSON.stringify(data)}`.slice(0, 1000);
}

function loginHint({ command }: AgentName, methods: readonly AuthMethod[]): string {
  const ways = methods.map(
    ({ id, name, description }) => `${name} (${id})${description ? `: ${description}` : ""}`,
  );
  const first = `Start ${command} by itself and sign in there.`;
  if (ways.length === 0) return first;
  return `${first} Or name one of its ways to sign in as authMethod: ${ways.join("; ")}.`;
}
