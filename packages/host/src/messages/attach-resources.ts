import { ConfigError, messageOf, extractText, type Extension, type UserPart } from "@skein/protocol";
import type { AttachResource } from "@skein/runtime";
import { noAdditions, type Additions } from "./message-content.ts";
import { resourcesMark } from "./message-marks.ts";

/** `@server:uri`, or `@server:"a uri with blanks"`. */
const mention = /(?<=^|[\s("'])@([A-Za-z0-9_-]+):(?:"([^"\n]+)"|([^\s"'<>]+))/g;

/** Resources that one message may name. */
const mostResources = 10;
/** UTF-8 bytes of text of one resource; a longer one is clipped. */
const resourceBytes = 65_536;
/** Addresses that are listed when there is none of that name. */
const shownAddresses = 8;

interface Mention {
  readonly extension: Extension;
  readonly uri: string;
}

export interface AttachResourcesOptions {
  readonly extensions: readonly Extension[];
  readonly attachResource: AttachResource;
  readonly signal: AbortSignal;
}

/**
 * What a message gets for the resources that it names as `@server:uri`. What looks like one and names no extension of the
 * session is text.
 *
 * Rejects with `ConfigError` for a resource that cannot be read: the message is not sent without it.
 */
export async function attachResources(text: string, options: AttachResourcesOptions): Promise<Additions> {
  const mentions = mentionsIn(text, options.extensions);
  if (mentions.length === 0) return noAdditions;
  if (mentions.length > mostResources) {
    throw new ConfigError("usage", `The message names ${mentions.length} resources.`, {
      hint: `A message can name ${mostResources}. Have the model read the others.`,
    });
  }
  const read = await Promise.all(mentions.map((one) => readMentioned(one, options)));
  return {
    texts: [[resourcesMark, ...read.map((one) => one.text)].join("\n")],
    parts: read.flatMap((one) => one.others),
  };
}

function mentionsIn(text: string, extensions: readonly Extension[]): readonly Mention[] {
  const found = new Map<string, Mention>();
  for (const [, name = "", quoted, plain = ""] of text.matchAll(mention)) {
    const extension = extensions.find((one) => one.name === name);
    // A full stop is the sentence's.
    const uri = quoted ?? plain.replace(/[.,;:!?)\]}]+$/, "");
    if (extension && uri !== "") found.set(JSON.stringify([name, uri]), { extension, uri });
  }
  return [...found.values()];
}

async function readMentioned(
  { extension, uri }: Mention,
  { attachResource, signal }: AttachResourcesOptions,
): Promise<{ readonly text: string; readonly others: readonly UserPart[] }> {
  const { name, resources } = extension;
  if (!resources) throw new ConfigError("usage", `The extension "${name}" has no resources.`);
  const contents = await resources.read(uri, signal).catch(async (error: unknown) => {
    const all = await resources.list(signal).catch(() => []);
    const shown = all.slice(0, shownAddresses).map((one) => one.uri);
    const more = all.length > shown.length ? ", …" : "";
    throw new ConfigError(
      "usage",
      `The resource ${uri} of the extension "${name}" cannot be read: ${messageOf(error)}`,
      { cause: error, ...(shown.length === 0 ? {} : { hint: `It has: ${shown.join(", ")}${more}` }) },
    );
  });
  const parts = await attachResource(contents, { maxBytes: resourceBytes });
  const body = extractText(parts).replaceAll(/<(?=\/?resource\b)/gi, "&lt;");
  const head = `<resource extension=${JSON.stringify(name)} uri=${JSON.stringify(uri)}>`;
  return {
    text: `${head}\n${body}\n</resource>`,
    others: parts.filter((part) => part.type !== "text"),
  };
}
