// Resources. One resource has one address; a template has an address for each
// value of its variables. Both are read in the same way.

import {
  ConfigError,
  type ExtensionResources,
  type ResourceContent,
  type ResourceDefinition,
  type ResourceTemplate,
} from "@skein/protocol";
import { matching, type Complete } from "./completions.ts";
import { parseUriTemplate, type UriTemplate } from "./uri-template.ts";

/** Content of a resource: text, or bytes. */
type ResourceValue = string | Uint8Array;

/** Request to read a resource. */
interface ResourceReading {
  /** Address that was requested. */
  readonly uri: string;
  /** Aborted when the reader no longer waits. */
  readonly signal: AbortSignal;
}

/** Description that resources and templates share. */
interface Described {
  /** Name for programs and lists. */
  readonly name: string;
  /** Title for people. Default: the name. */
  readonly title?: string;
  /** Summary of the data, for people and the model. */
  readonly description?: string;
  /** Media type, such as `text/markdown`. Absent: unknown. */
  readonly mediaType?: string;
  /**
   * Calls `changed` whenever the content has changed. Returns a function that
   * ends it. Absent: changes cannot be detected.
   */
  readonly watch?: (uri: string, changed: () => void) => () => void;
}

/**
 * Definition of one resource.
 *
 * @example
 * ```ts
 * const options: ResourceOptions = {
 *   name: "readme",
 *   uri: "file:///readme.md",
 *   mediaType: "text/markdown",
 *   read: () => "# Skein",
 * };
 * ```
 */
export interface ResourceOptions extends Described {
  /** Address, with any scheme. */
  readonly uri: string;
  /** Reads the resource. May throw: the reader gets the message. */
  read(reading: ResourceReading): ResourceValue | Promise<ResourceValue>;
}

/**
 * Definition of a family of resources.
 *
 * @example
 * ```ts
 * const options: TemplateOptions = {
 *   name: "files",
 *   uriTemplate: "project:///{+path}",
 *   read: ({ path = "" }) => (path.endsWith(".ts") ? "export {};" : undefined),
 *   complete: { path: (typed) => ["src/a.ts", "src/b.ts"].filter((path) => path.startsWith(typed)) },
 * };
 * ```
 */
export interface TemplateOptions extends Described {
  /**
   * Address with `{name}`, and `{+name}` for what may contain slashes:
   * `note:///{id}`.
   *
   * Source: RFC 6570, levels 1 and 2.
   */
  readonly uriTemplate: string;
  /** Reads a resource. `undefined`: it does not exist. */
  read(
    values: Readonly<Record<string, string>>,
    reading: ResourceReading,
  ): ResourceValue | undefined | Promise<ResourceValue | undefined>;
  /** Suggestions for the variables, by their names. Default: none. */
  readonly complete?: Readonly<Record<string, Complete>>;
}

/**
 * Resource, or a family of them, for `defineExtension`.
 *
 * @example
 * ```ts
 * const isNote = (resource: AuthoredResource) => resource.isOf("note:///1");
 * ```
 */
export interface AuthoredResource {
  /** Definition as clients list it. */
  readonly definition: ResourceDefinition | ResourceTemplate;
  /** Suggestions for the variables, by their names. */
  readonly complete: Readonly<Record<string, Complete>>;
  /** Reads a resource. `undefined`: the address is not one of these. */
  read(reading: ResourceReading): Promise<ResourceValue | undefined>;
  /** Returns true if an address has the form of these resources. */
  isOf(uri: string): boolean;
  /**
   * Calls back whenever the content has changed: see `ResourceOptions.watch`.
   */
  readonly watch?: NonNullable<Described["watch"]>;
}

/**
 * Defines data that can be read by its address: one resource, or
 * all those of a template.
 *
 * @throws ConfigError `usage` for an address or template that is not valid.
 *
 * @example
 * ```ts
 * const notes = defineResource({
 *   name: "notes",
 *   uriTemplate: "note:///{id}",
 *   mediaType: "text/markdown",
 *   read: ({ id }) => (id === "1" ? "# First note" : undefined),
 * });
 * ```
 */
export function defineResource(options: ResourceOptions): AuthoredResource;
/**
 * Defines a family of resources, whose addresses match one template. They are
 * not listed one by one; clients see the template.
 */
export function defineResource(options: TemplateOptions): AuthoredResource;
export function defineResource(options: ResourceOptions | TemplateOptions): AuthoredResource {
  const { name, title, description, mediaType, watch } = options;
  const described = {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(mediaType === undefined ? {} : { mediaType }),
  };
  const watched = watch ? { watch } : {};
  if ("uriTemplate" in options) {
    const template = parseUriTemplate(options.uriTemplate);
    return {
      definition: { uriTemplate: options.uriTemplate, ...described },
      complete: completionsOf(options, template),
      isOf: (uri) => template.match(uri) !== undefined,
      async read(reading) {
        const values = template.match(reading.uri);
        return values && options.read(values, reading);
      },
      ...watched,
    };
  }
  // Clients parse addresses, and drop those that they cannot parse.
  if (!URL.canParse(options.uri))
    throw new ConfigError("usage", `"${options.uri}" of the resource "${name}" is not a URI.`);
  return {
    definition: { uri: options.uri, ...described },
    complete: {},
    isOf: (uri) => uri === options.uri,
    read: async (reading) => (reading.uri === options.uri ? options.read(reading) : undefined),
    ...watched,
  };
}

/** Checks that suggestions are for variables of the template. */
function completionsOf({ complete = {}, uriTemplate }: TemplateOptions, { variables }: UriTemplate) {
  const unknown = Object.keys(complete).find((name) => !variables.includes(name));
  if (unknown !== undefined)
    throw new ConfigError("usage", `The URI template "${uriTemplate}" has no variable "${unknown}".`);
  return complete;
}

/**
 * Combines resources. Undefined if there are none. The first one that knows an
 * address reads it.
 *
 * @param resources - in the order in which they are tried.
 */
export function extensionResources(resources: readonly AuthoredResource[]): ExtensionResources | undefined {
  if (resources.length === 0) return undefined;
  const definitions = resources.map(({ definition }) => definition);
  const isWatched = resources.some(({ watch }) => watch !== undefined);
  return {
    list: () => Promise.resolve(definitions.filter((one) => "uri" in one)),
    templates: () => Promise.resolve(definitions.filter((one) => "uriTemplate" in one)),
    async read(uri, signal = new AbortController().signal) {
      // In the order of the definitions, so that a single resource can have
      // precedence over a template.
      for (const resource of resources) {
        const value = await resource.read({ uri, signal });
        if (value !== undefined) return [contentOf(uri, value, resource.definition.mediaType)];
      }
      throw unknownResource(uri);
    },
    async complete(uriTemplate, typed) {
      const resource = resources.find(
        ({ definition }) => "uriTemplate" in definition && definition.uriTemplate === uriTemplate,
      );
      if (!resource) throw unknownResource(uriTemplate);
      const { complete } = resource;
      return matching(Object.hasOwn(complete, typed.name) ? complete[typed.name] : undefined, typed);
    },
    ...(isWatched && {
      subscribe(uri: string, listener: () => void) {
        // Found by the form of the address: the resource itself need not exist
        // yet.
        const resource = resources.find((one) => one.isOf(uri));
        if (!resource) return Promise.reject(unknownResource(uri));
        return Promise.resolve(resource.watch?.(uri, listener) ?? (() => {}));
      },
    }),
  };
}

/** Creates the error for an unknown address. */
function unknownResource(uri: string): ConfigError {
  return new ConfigError("usage", `There is no resource "${uri}".`);
}

/** Builds the content of a resource. Bytes become base64. */
function contentOf(uri: string, value: ResourceValue, mediaType: string | undefined): ResourceContent {
  const described = { uri, ...(mediaType === undefined ? {} : { mediaType }) };
  if (typeof value === "string") return { ...described, text: value };
  return { ...described, data: Buffer.from(value).toString("base64") };
}
