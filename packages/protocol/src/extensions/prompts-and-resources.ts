import type { UserPart } from "../messages.ts";
import type { ExtensionRequests } from "./extension-requests.ts";

/** A prompt of an extension: words for the conversation, with arguments filled in. The user picks it. */
export interface PromptDefinition {
  readonly name: string;
  /** For people; default: the name. */
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly PromptArgument[];
}

export interface PromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly isRequired?: boolean;
}

/** A prompt whose arguments were filled in. */
export interface FilledPrompt {
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
}

export interface PromptMessage {
  readonly role: "user" | "assistant";
  readonly content: readonly UserPart[];
}

/** A value that is being typed. */
export interface CompletionRequest {
  /** Of the argument, or of the variable in a template. */
  readonly name: string;
  /** What was typed of it. */
  readonly value: string;
  /** Values of other arguments. Default: none. */
  readonly given?: Readonly<Record<string, string>>;
}

export interface ExtensionPrompts {
  /** Each name once. Rejects with an `Error` that says why. */
  list(signal?: AbortSignal): Promise<readonly PromptDefinition[]>;
  /**
   * Rejects with an `Error` that says why: there is no such prompt, or an argument is missing.
   *
   * @param folder - for files with bytes that no model can be shown. Absent: they are left out, which is said.
   */
  get(
    name: string,
    values: Readonly<Record<string, string>>,
    signal?: AbortSignal,
    requests?: ExtensionRequests,
    folder?: string,
  ): Promise<FilledPrompt>;
  /** Values that an argument may have. Absent: none are known. */
  complete?(prompt: string, typed: CompletionRequest, signal?: AbortSignal): Promise<readonly string[]>;
  /** Calls back when `list` would return something else. Returns a function that removes the listener. */
  onChange?(listener: () => void): () => void;
}

/** Data that an extension offers to read. */
export interface ResourceDefinition {
  readonly uri: string;
  readonly name: string;
  /** For people; default: the name. */
  readonly title?: string;
  readonly description?: string;
  readonly mediaType?: string;
  readonly bytes?: number;
}

/** A family of resources. */
export interface ResourceTemplate extends Omit<ResourceDefinition, "uri" | "bytes"> {
  /** RFC 6570: `file:///{path}`. */
  readonly uriTemplate: string;
}

/** A resource, or a part of one, that was read: text, or bytes as base64. */
export type ResourceContent = {
  readonly uri: string;
  readonly mediaType?: string;
} & ({ readonly text: string } | { readonly data: string });

export interface ExtensionResources {
  /** Each address once. Rejects with an `Error` that says why. */
  list(signal?: AbortSignal): Promise<readonly ResourceDefinition[]>;
  templates?(signal?: AbortSignal): Promise<readonly ResourceTemplate[]>;
  /** Rejects with an `Error` that says why. */
  read(uri: string, signal?: AbortSignal): Promise<readonly ResourceContent[]>;
  /** Values that a variable of a template may have. Absent: none are known. */
  complete?(uriTemplate: string, typed: CompletionRequest, signal?: AbortSignal): Promise<readonly string[]>;
  /** Calls back whenever the resource has changed. Resolves with a function that ends it. Absent: it cannot be known. */
  subscribe?(uri: string, listener: () => void, signal?: AbortSignal): Promise<() => void>;
  /** Calls back when `list` or `templates` would return something else. Returns a function that removes the listener. */
  onChange?(listener: () => void): () => void;
}
