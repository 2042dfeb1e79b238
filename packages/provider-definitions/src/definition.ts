import type { Effort, JsonObject, ModelLimits, ModelPrice } from "@skein/protocol";
import type { EffortWord } from "@skein/provider-kit";
import type { EffortDialectName } from "./request/effort-dialects.ts";
import type { ServerFactsName } from "./server-facts.ts";

/** The wires that a definition can name. What speaks one comes from the app. */
export const engineNames = ["openai", "anthropic", "google", "ollama"] as const;

export type EngineName = (typeof engineNames)[number];

/** A vendor or a server that speaks a wire which is known already: what is particular to it, as data. */
export interface ProviderDefinition {
  /** The provider's id: the word users type after `--provider`. */
  readonly name: string;
  readonly engine: EngineName;
  readonly displayName: string;
  readonly description: string;
  /** May hold `${NAME}` for one of `variables` or of the environment. */
  readonly baseUrl: string;
  /** Of the endpoint that answers, from the root of the host; `{model}` stands for the model's id. */
  readonly basePath: string | undefined;
  /** Which of the two interfaces is spoken, where the engine has two. */
  readonly api: "chat" | "responses";
  /** Names of environment variables that hold the key; none where no key is known. */
  readonly keyVariables: readonly string[];
  readonly needsKey: boolean;
  readonly variables: readonly DefinedVariable[];
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Instead of the engine's own header for the key. */
  readonly auth: { readonly header: string; readonly prefix: string } | undefined;
  readonly models: readonly DefinedModel[];
  readonly defaultModel: string | undefined;
  readonly fastModel: string | undefined;
  /** Whether the endpoint lists its models. */
  readonly listsModels: boolean;
  /** Path of that list from the root of the host, or an address. Default: the engine's own. */
  readonly modelsPath: string | undefined;
  /** `reply`: the list is open to all, so only a reply proves a key. */
  readonly checkBy: "models" | "reply";
  /** The longest silence before a reply begins. Default: the watchdog's. */
  readonly timeoutSeconds: number | undefined;
  readonly streams: boolean;
  /** The server runs the models itself: at an address of this machine, they cost nothing. Default: `false`. */
  readonly runsModels: boolean;
  /** Ends of the names of models that such a server passes on to somebody else. */
  readonly passesOn: readonly string[];
  /** Where such a server says more of its models than their list does. */
  readonly serverFacts: ServerFactsName | undefined;
  readonly quirks: Quirks;
  readonly tokenExchange: TokenExchange | undefined;
  readonly deviceLogin: DeviceLogin | undefined;
  readonly browserLogin: BrowserLogin | undefined;
  /** What lists of models call the provider. Default: its name. */
  readonly catalogId: string | undefined;
  readonly docLink: string | undefined;
  /** What to do to get a key, a sentence each. */
  readonly setupSteps: readonly string[];
}

/** What an endpoint takes otherwise than the engine writes it. */
interface Quirks {
  /** Added to every body that asks for a reply. */
  readonly body: JsonObject;
  /** Fields of the body that the endpoint refuses. `strict` also goes out of each tool. */
  readonly omit: readonly string[];
  /** Fields of the body under the endpoint's own names. */
  readonly rename: Readonly<Record<string, string>>;
  /** `false`: thoughts are not sent back. Default: as the engine does it. */
  readonly keepsThoughts: boolean | undefined;
  /** The field of a message that thoughts go back in. Default: the one they came in. */
  readonly thoughtsField: string | undefined;
  /** Whether results of tools may have pictures. Default: they follow the results, in a message of the user. */
  readonly resultPictures: boolean;
  /** Which models get marks of what to cache in Chat Completions. Default: none. */
  readonly cacheControl: "claude" | "all" | undefined;
  readonly efforts: Efforts | undefined;
  /** How an effort is said where `efforts` does not write it out. Default: as the engine does it. */
  readonly effortDialect: EffortDialectName | undefined;
  /** Words that are taken, weakest first. Default: those of the dialect. */
  readonly effortLevels: readonly EffortWord[] | undefined;
}

/** How an effort is said: fields added to the body. An effort that is not there is left to the vendor. */
export type Efforts = { readonly [Level in Effort]?: JsonObject };

export interface DefinedVariable {
  readonly name: string;
  readonly isRequired: boolean;
  readonly isSecret: boolean;
  /** The one that says where the server is. */
  readonly isPrimary: boolean;
  readonly default: string | undefined;
  readonly description: string;
}

export interface DefinedModel {
  readonly id: string;
  /** Unknown limits stay unknown. */
  readonly limits: ModelLimits;
  readonly price: ModelPrice | undefined;
  /** `false`: it does not think, so no effort is sent. */
  readonly thinks: boolean | undefined;
  /** Whether it takes marks of what to cache. Default: as the definition says. */
  readonly cacheControl: boolean | undefined;
  /** These three instead of the definition's. */
  readonly efforts: Efforts | undefined;
  readonly effortDialect: EffortDialectName | undefined;
  readonly effortLevels: readonly EffortWord[] | undefined;
}

/** The key buys a token that lives for minutes, and that requests carry. */
export interface TokenExchange {
  readonly url: string;
  /** In front of the key. */
  readonly prefix: string;
  /** Where the answer holds the token, when it ends (seconds since the epoch), and the address to call. */
  readonly tokenField: string;
  readonly expiresField: string;
  readonly addressField: string | undefined;
}

/** How a person gets the key: a code is entered on a page. Source: RFC 8628. */
export interface DeviceLogin {
  readonly clientId: string;
  readonly scope: string;
  readonly codeUrl: string;
  readonly tokenUrl: string;
  /** Where to ask for the account's name with the key, and the field of the answer that holds it. */
  readonly account: { readonly url: string; readonly field: string } | undefined;
}

/** How a person gets tokens on the vendor's page, in a browser. Source: RFC 6749, 4.1; RFC 7636. */
export interface BrowserLogin {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /** Of the token that says who logged in, as OpenID Connect has it. Default: there is no such token. */
  readonly issuer: string | undefined;
  readonly clientId: string;
  /** The vendor issues a client id to each installation at its first login. */
  readonly isRegistering: boolean;
  readonly scope: string;
  /** A part of it without which tokens are of no use. */
  readonly neededScope: string | undefined;
  /** What the tokens are for. Source: RFC 8707. */
  readonly resource: string | undefined;
}

/** The variable that holds the address: the definition's own, or one made of its name. */
export function addressVariableOf({ name, variables }: ProviderDefinition): string {
  const primary = variables.find(({ isPrimary }) => isPrimary);
  return primary?.name ?? `${name.toUpperCase().replaceAll("-", "_")}_BASE_URL`;
}
