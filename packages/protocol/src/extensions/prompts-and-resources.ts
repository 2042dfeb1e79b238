import type { UserPart } from "../messages.ts";
import type { ExtensionRequests } from "./extension-requests.ts";

/**
 * Prompt of an extension: messages for the conversation, with arguments filled
 * in. The user chooses it, for example as a slash command.
 */
export interface PromptDefinition {
  /** Name that is unique in the extension. */
  readonly name: string;
  /** Title for people. Default: the name. */
  readonly title?: string;
  /** Purpose of the prompt, for people. */
  readonly description?: string;
  /** Arguments of `ExtensionPrompts.get`. Absent: none. */
  readonly arguments?: readonly PromptArgument[];
}

/** Argument of a prompt. Values are always text. */
export interface PromptArgument {
  /** Key among the values. */
  readonly name: string;
  /** Explanation of the value, for people. */
  readonly description?: string;
  /** True if `get` rejects without a value. Default: false. */
  readonly isRequired?: boolean;
}

/** Prompt whose arguments are filled in. */
export interface FilledPrompt {
  /** Purpose of the prompt with these arguments, for people. */
  readonly description?: string;
  /** Messages to add to the conversation, in order. */
  readonly messages: readonly PromptMessage[];
}

/** Message of a prompt. */
export interface PromptMessage {
  /** Author that the message is attributed to. */
  readonly role: "user" | "assistant";
  /** Text, images and files. */
  readonly content: readonly UserPart[];
}

/** Value that a user is typing. */
export interface CompletionRequest {
  /** Name of the argument, or of the variable in a template. */
  readonly name: string;
  /** Text typed so far. May be empty. */
  readonly value: string;
  /** Values of other arguments, by name. Default: none. */
  readonly given?: Readonly<Record<string, string>>;
}

/** Prompts of an extension. */
export interface ExtensionPrompts {
  /**
   * Lists the prompts, each name once. Rejects with an `Error` that gives the
   * reason.
   */
  list(signal?: AbortSignal): Promise<readonly PromptDefinition[]>;
  /**
   * Fills in a prompt. Rejects with an `Error` that gives the reason: unknown
   * prompt, or a missing argument.
   *
   * @param values - values of the arguments, by name.
   * @param requests - lets the prompt ask the user or the model. Absent: it
   *   cannot.
   * @param folder - for files with bytes that no model can be shown. Absent:
   *   they are left out, and a text says so.
   */
  get(
    name: string,
    values: Readonly<Record<string, string>>,
    signal?: AbortSignal,
    requests?: ExtensionRequests,
    folder?: string,
  ): Promise<FilledPrompt>;
  /**
   * Suggests values for an argument. Absent: the extension has no suggestions.
   */
  complete?(prompt: string, typed: CompletionRequest, signal?: AbortSignal): Promise<readonly string[]>;
  /**
   * Calls `listener` when `list` would return something else.
   *
   * @returns a function that removes the listener.
   */
  onChange?(listener: () => void): () => void;
}

/** Data that an extension offers to read. */
export interface ResourceDefinition {
  /** Address, with any scheme: `file:///notes.md`, `ticket:42`. */
  readonly uri: string;
  /** Name for programs and lists. */
  readonly name: string;
  /** Title for people. Default: the name. */
  readonly title?: string;
  /** Summary of the data, for people and the model. */
  readonly description?: string;
  /** Media type, such as `text/markdown`. Absent: unknown. */
  readonly mediaType?: string;
  /** Size in bytes. Absent: unknown. */
  readonly bytes?: number;
}

/** Family of resources whose addresses contain variables. */
export interface ResourceTemplate extends Omit<ResourceDefinition, "uri" | "bytes"> {
  /**
   * Template of the address, such as `file:///{path}`.
   *
   * Source: RFC 6570 (URI Template).
   */
  readonly uriTemplate: string;
}

/** Resource that was read, or a part of it: text or bytes. */
export type ResourceContent = {
  /** Address of this content. Can differ from the requested one, for a part. */
  readonly uri: string;
  /** Media type. Absent: unknown. */
  readonly mediaType?: string;
} & (
  | {
      /** Text of the resource. */
      readonly text: string;
    }
  | {
      /** Bytes of the resource, as base64. */
      readonly data: string;
    }
);

/** Resources of an extension. */
export interface ExtensionResources {
  /**
   * Lists the resources, each address once. Rejects with an `Error` that gives
   * the reason.
   */
  list(signal?: AbortSignal): Promise<readonly ResourceDefinition[]>;
  /** Lists families of resources. Absent: the extension has none. */
  templates?(signal?: AbortSignal): Promise<readonly ResourceTemplate[]>;
  /**
   * Reads a resource, which may consist of several contents. Rejects with an
   * `Error` that gives the reason.
   */
  read(uri: string, signal?: AbortSignal): Promise<readonly ResourceContent[]>;
  /**
   * Suggests values for a variable of a template. Absent: the extension has no
   * suggestions.
   */
  complete?(uriTemplate: string, typed: CompletionRequest, signal?: AbortSignal): Promise<readonly string[]>;
  /**
   * Calls `listener` whenever the resource has changed. Absent: changes cannot
   * be detected.
   *
   * @returns a function that ends the subscription.
   */
  subscribe?(uri: string, listener: () => void, signal?: AbortSignal): Promise<() => void>;
  /**
   * Calls `listener` when `list` or `templates` would return something else.
   *
   * @returns a function that removes the listener.
   */
  onChange?(listener: () => void): () => void;
}
