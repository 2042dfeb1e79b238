import {
  ConfigError,
  type ExtensionResources,
  type ResourceContent,
  type ResourceDefinition,
  type ResourceTemplate,
} from "@skein/protocol";
import { matching, type Complete } from "./completions.ts";
import { parseUriTemplate, type UriTemplate } from "./uri-template.ts";

/** Text, or bytes. */
type ResourceValue = string | Uint8Array;

interface ResourceReading {
  readonly uri: string;
  readonly signal: AbortSignal;
}

interface Described {
  readonly name: string;
  /** For people; default: the name. */
  readonly title?: string;
  readonly description?: string;
  readonly mediaType?: string;
  /** Calls `changed` whenever the content has changed. Returns a function that ends it. */
  readonly watch?: (uri: string, changed: () => void) => () => void;
}

export interface ResourceOptions extends Described {
  readonly uri: string;
  read(reading: ResourceReading): ResourceValue | Promise<ResourceValue>;
}

export interface TemplateOptions extends Described {
  /** With `{name}`, and `{+name}` for what may contain slashes: `note:///{id}`. */
  readonly uriTemplate: string;
  /** `undefined`: there is no such resource. */
  read(
    values: Readonly<Record<string, string>>,
    reading: ResourceReading,
  ): ResourceValue | undefined | Promise<ResourceValue | undefined>;
  /** Values that the variables may have, by their names. */
  readonly complete?: Readonly<Record<string, Complete>>;
}

/** A resource, or a family of them, for `defineExtension`. */
export interface AuthoredResource {
  readonly definition: ResourceDefinition | ResourceTemplate;
  readonly complete: Readonly<Record<string, Complete>>;
  /** `undefined`: not one of these. */
  read(reading: ResourceReading): Promise<ResourceValue | undefined>;
  isOf(uri: string): boolean;
  readonly watch?: NonNullable<Described["watch"]>;
}

/**
 * Defines what can be read by its URI: one resource, or all those of a template.
 *
 * @throws ConfigError `usage` for a URI or template that is not valid.
 */
export function defineResource(options: ResourceOptions): AuthoredResource;
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

function completionsOf({ complete = {}, uriTemplate }: TemplateOptions, { variables }: UriTemplate) {
  const unknown = Object.keys(complete).find((name) => !variables.includes(name));
  if (unknown !== undefined)
    throw new ConfigError("usage", `The URI template "${uriTemplate}" has no variable "${unknown}".`);
  return complete;
}

/** @returns `undefined` without resources. */
export function extensionResources(resources: readonly AuthoredResource[]): ExtensionResources | undefined {
  if (resources.length === 0) return undefined;
  const definitions = resources.map(({ definition }) => definition);
  const isWatched = resources.some(({ watch }) => watch !== undefined);
  return {
    list: () => Promise.resolve(definitions.filter((one) => "uri" in one)),
    templates: () => Promise.resolve(definitions.filter((one) => "uriTemplate" in one)),
    async read(uri, signal = new AbortController().signal) {
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
        const resource = resources.find((one) => one.isOf(uri));
        if (!resource) return Promise.reject(unknownResource(uri));
        return Promise.resolve(resource.watch?.(uri, listener) ?? (() => {}));
      },
    }),
  };
}

function unknownResource(uri: string): ConfigError {
  return new ConfigError("usage", `There is no resource "${uri}".`);
}

function contentOf(uri: string, value: ResourceValue, mediaType: string | undefined): ResourceContent {
  const described = { uri, ...(mediaType === undefined ? {} : { mediaType }) };
  if (typeof value === "string") return { ...described, text: value };
  return { ...described, data: Buffer.from(value).toString("base64") };
}
