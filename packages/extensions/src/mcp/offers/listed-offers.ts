import {
  escapeName,
  isJsonObject,
  type JsonValue,
  type PromptArgument,
  type PromptDefinition,
  type ResourceDefinition,
  type ResourceTemplate,
} from "@skein/protocol";
import { foreignText } from "../foreign-text.ts";
import { limits } from "../limits.ts";

/** A prompt as listed by its server, parsed leniently. `undefined`: it has no usable name. */
export function listedPrompt(value: JsonValue): PromptDefinition | undefined {
  if (!isJsonObject(value) || !isUsable(value["name"])) return undefined;
  const { name, arguments: listed = [] } = value;
  const named = (Array.isArray(listed) ? listed : []).slice(0, limits.promptArguments).map(argumentOf);
  return { name, ...described(value), arguments: named.filter((one) => one !== undefined) };
}

function argumentOf(value: JsonValue): PromptArgument | undefined {
  if (!isJsonObject(value) || !isUsable(value["name"])) return undefined;
  const { name, required } = value;
  const { description } = described(value);
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(required === true ? { isRequired: true } : {}),
  };
}

/** The same for a resource. */
export function listedResource(value: JsonValue): ResourceDefinition | undefined {
  if (!isJsonObject(value) || !isUsable(value["uri"])) return undefined;
  const { uri, size } = value;
  return { uri, ...namedAs(value, uri), ...(typeof size === "number" && size >= 0 ? { bytes: size } : {}) };
}

/** The same for a template of resources. */
export function listedTemplate(value: JsonValue): ResourceTemplate | undefined {
  if (!isJsonObject(value) || !isUsable(value["uriTemplate"])) return undefined;
  const { uriTemplate } = value;
  return { uriTemplate, ...namedAs(value, uriTemplate) };
}

type Fields = { readonly [key: string]: JsonValue };

function namedAs(value: Fields, fallback: string) {
  const { name, mimeType } = value;
  return {
    name: boundedText(name, limits.nameBytes) ?? fallback,
    ...described(value),
    ...(typeof mimeType === "string" ? { mediaType: escapeName(mimeType).slice(0, limits.nameBytes) } : {}),
  };
}

function described({ title, description }: Fields) {
  const [shownTitle, shownDescription] = [
    boundedText(title, limits.nameBytes),
    boundedText(description, limits.descriptionBytes),
  ];
  return {
    ...(shownTitle === undefined ? {} : { title: shownTitle }),
    ...(shownDescription === undefined ? {} : { description: shownDescription }),
  };
}

function boundedText(value: JsonValue | undefined, maxBytes: number): string | undefined {
  const text = typeof value === "string" ? foreignText(value, maxBytes) : "";
  return text === "" ? undefined : text;
}

/** It is sent back as it is, and shown: what hides something in it is no name or address. */
function isUsable(text: JsonValue | undefined): text is string {
  return (
    typeof text === "string" &&
    text !== "" &&
    text.length <= limits.addressCharacters &&
    escapeName(text) === text
  );
}
