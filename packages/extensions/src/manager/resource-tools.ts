import { fitOutcome, resultBytes } from "@skein/extension-kit";
import {
  asSentence,
  isJsonObject,
  messageOf,
  extractText,
  type Extension,
  type JsonObject,
  type Tool,
  type ToolFailure,
  type ToolOutcome,
} from "@skein/protocol";
import { resourceOutput } from "../resource-parts.ts";
import { checkTexts, textSchema } from "./checked-input.ts";
import { listOffers } from "./list-offers.ts";
import { noExtension, prompts } from "./prompts.ts";

type Extensions = () => readonly Extension[];

const listFields = {
  extension: { description: prompts.extension, isOptional: true },
  query: { description: prompts.listQuery, isOptional: true },
} as const;

/** Lists what there is to read. It sends a server nothing that the model has written. */
export function listTool(extensions: Extensions): Tool {
  return {
    name: "list_resources",
    description: prompts.list,
    inputSchema: textSchema(listFields),
    effect: "reads",
    repeat: "safe",
    check: (input) => checkTexts(input, listFields),
    async call(value, context) {
      const { extension, query = "" } = value as { readonly extension?: string; readonly query?: string };
      const offering = extensions().filter(({ resources, prompts: words }) => resources ?? words);
      const chosen = offering.filter(({ name }) => extension === undefined || name === extension);
      if (extension !== undefined && chosen.length === 0) return missing(extension, offering);
      return fitOutcome(
        { content: [{ type: "text", text: await listOffers(chosen, query, context.signal) }] },
        context,
      );
    },
  };
}

const readFields = {
  extension: { description: prompts.extension },
  uri: { description: prompts.uri },
} as const;

/**
 * Reads a resource. A server gets an address that the model has written, and may do anything with it: the effect is that of its
 * tools.
 *
 * @param onRead - is called with each that was read.
 */
export function readTool(extensions: Extensions, onRead: (extension: Extension, uri: string) => void): Tool {
  return {
    name: "read_resource",
    description: prompts.read,
    inputSchema: textSchema(readFields),
    effect: "unknown",
    repeat: "once",
    check: (input) => checkTexts(input, readFields),
    async call(value, context) {
      const { extension: name, uri } = value as { readonly extension: string; readonly uri: string };
      const offering = extensions().filter(({ resources }) => resources);
      const extension = offering.find((one) => one.name === name);
      if (!extension?.resources) return missing(name, offering);
      try {
        const contents = await extension.resources.read(uri, context.signal);
        onRead(extension, uri);
        const maxBytes = resultBytes(context);
        const { content, artifacts } = await resourceOutput(contents, {
          maxBytes,
          folder: context.callFolder,
        });
        const empty = { type: "text", text: "(The resource is empty.)" } as const;
        const output = { content: content.length === 0 ? [empty] : content };
        return await fitOutcome({ ...output, ...(artifacts.length === 0 ? {} : { artifacts }) }, context);
      } catch (error) {
        return failure(error, context.signal, "list_resources shows the addresses that there are.");
      }
    },
  };
}

const promptFields = {
  extension: { description: prompts.extension },
  name: { description: prompts.promptName },
} as const;

/** Gets a prompt, with arguments that the model has written: see `readTool`. */
export function promptTool(extensions: Extensions): Tool {
  const schema = textSchema(promptFields);
  const values = { type: "object", additionalProperties: { type: "string" }, description: prompts.values };
  return {
    name: "get_prompt",
    description: prompts.prompt,
    inputSchema: {
      ...schema,
      properties: { ...(schema["properties"] as JsonObject), arguments: values },
    },
    effect: "unknown",
    repeat: "once",
    check(input) {
      const given = isJsonObject(input) ? (input["arguments"] ?? {}) : {};
      const isTexts = isJsonObject(given) && Object.values(given).every((one) => typeof one === "string");
      if (!isTexts) return { ok: false, issues: ["arguments: expected an object of strings"] };
      return checkTexts(input, promptFields, ["arguments"]);
    },
    async call(value, context) {
      const {
        extension: name,
        name: prompt,
        arguments: given = {},
      } = value as {
        readonly extension: string;
        readonly name: string;
        readonly arguments?: Readonly<Record<string, string>>;
      };
      const offering = extensions().filter((one) => one.prompts);
      const { prompts: found } = offering.find((one) => one.name === name) ?? {};
      if (!found) return missing(name, offering);
      try {
        const { messages } = await found.get(prompt, given, context.signal, undefined, context.callFolder);
        const text = messages.map(({ role, content }) => `${role}:\n${extractText(content)}`).join("\n\n");
        const images = messages.flatMap(({ content }) => content).filter(({ type }) => type !== "text");
        return await fitOutcome({ content: [{ type: "text", text }, ...images] }, context);
      } catch (error) {
        return failure(error, context.signal, "list_resources shows the prompts and their arguments.");
      }
    },
  };
}

function missing(name: string, offering: readonly Extension[]): ToolFailure {
  return {
    kind: "failed",
    message: noExtension(
      name,
      offering.map((one) => one.name),
    ),
  };
}

function failure(error: unknown, signal: AbortSignal, hint: string): ToolOutcome {
  if (signal.aborted) return { kind: "interrupted", started: true, partial: "" };
  return { kind: "failed", message: asSentence(messageOf(error)), hint };
}
