import type { ToolContentPart } from "../messages.ts";

/** A message, or several, that the user starts from; a slash command in chats. */
export interface ExtensionPrompt {
  readonly name: string;
  /** For people. */
  readonly title?: string;
  readonly description?: string;
  readonly arguments: readonly PromptArgument[];
}

export interface PromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
}

export interface PromptMessage {
  readonly role: "user" | "assistant";
  readonly content: readonly ToolContentPart[];
}

/** Prompts that an extension offers. All reject with `ExtensionError`. */
export interface ExtensionPrompts {
  list(signal?: AbortSignal): Promise<readonly ExtensionPrompt[]>;
  /** Rejects with `not-found` for an unknown prompt, and with `invalid-arguments`. */
  get(
    name: string,
    values: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<readonly PromptMessage[]>;
  /** Values for an argument, the likeliest first; absent where none are known. */
  complete?(request: CompletionRequest, signal?: AbortSignal): Promise<readonly string[]>;
  /** Calls back when `list` would return something else. Returns a function that removes the listener. */
  onChange?(listener: () => void): () => void;
}

/** An argument of a prompt, or a variable of a resource template, whose value begins with `value`. */
export interface CompletionRequest {
  /** Name of the prompt, or `uriTemplate` of the template. */
  readonly of: string;
  readonly argument: string;
  readonly value: string;
  /** Values of the other arguments, as far as they are known. */
  readonly others: Readonly<Record<string, string>>;
}

/** Something that can be read by its URI: a file, a page, a record. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mediaType?: string;
  readonly bytes?: number;
}

/** Resources of one form. `uriTemplate` is one of RFC 6570, such as `note:///{id}`. */
export interface ResourceTemplate extends Omit<Resource, "uri" | "bytes"> {
  readonly uriTemplate: string;
}

export type ResourceContent =
  | { readonly uri: string; readonly mediaType?: string; readonly text: string }
  /** `data` is base64. */
  | { readonly uri: string; readonly mediaType?: string; readonly data: string };

/** Resources that an extension offers. All reject with `ExtensionError`. */
export interface ExtensionResources {
  list(signal?: AbortSignal): Promise<readonly Resource[]>;
  templates(signal?: AbortSignal): Promise<readonly ResourceTemplate[]>;
  /** Usually one; a folder may have several. Rejects with `not-found` for an unknown URI. */
  read(uri: string, signal?: AbortSignal): Promise<readonly ResourceContent[]>;
  /** Values for a variable of a template, the likeliest first; absent where none are known. */
  complete?(request: CompletionRequest, signal?: AbortSignal): Promise<readonly string[]>;
  /** Calls back when the content has changed. Resolves to a function that ends it; absent where changes are not reported. */
  subscribe?(uri: string, listener: () => void): Promise<() => void>;
  /** Calls back when `list` or `templates` would return something else. Returns a function that removes the listener. */
  onChange?(listener: () => void): () => void;
}
