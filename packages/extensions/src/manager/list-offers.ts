import { messageOf, type Extension } from "@skein/protocol";
import { describeMore, prompts as texts } from "./prompts.ts";

/** Lines of one answer. */
const mostLines = 100;

/** Resources, templates and prompts of extensions, a line each, with the words that are looked for. */
export async function listOffers(
  extensions: readonly Extension[],
  query: string,
  signal: AbortSignal,
): Promise<string> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const blocks = await Promise.all(extensions.map((extension) => linesOf(extension, signal)));
  const all = blocks.flat();
  if (all.length === 0) return texts.none;
  const found = all.filter((line) => words.every((word) => line.toLowerCase().includes(word)));
  if (found.length === 0) return texts.noMatch;
  const more = found.length - mostLines;
  return [...found.slice(0, mostLines), ...(more > 0 ? [describeMore(more)] : [])].join("\n");
}

async function linesOf(extension: Extension, signal: AbortSignal): Promise<readonly string[]> {
  const { name, resources, prompts } = extension;
  try {
    const [listed = [], templates = [], named = []] = await Promise.all([
      resources?.list(signal),
      resources?.templates?.(signal),
      prompts?.list(signal),
    ]);
    return [
      ...listed.map((one) => offerLine(name, "resource", one.uri, one)),
      ...templates.map((one) => offerLine(name, "template", one.uriTemplate, one)),
      ...named.map((one) => {
        const values = (one.arguments ?? []).map((each) => `${each.name}${each.isRequired ? "" : "?"}`);
        return offerLine(name, "prompt", `${one.name}(${values.join(", ")})`, one);
      }),
    ];
  } catch (error) {
    return [`${name}: cannot be listed: ${messageOf(error)}`];
  }
}

function offerLine(
  extension: string,
  kind: string,
  what: string,
  { title, description }: { readonly title?: string; readonly description?: string },
): string {
  const about = (description ?? title ?? "").split("\n")[0];
  return about === "" ? `${extension} ${kind} ${what}` : `${extension} ${kind} ${what}: ${about}`;
}
