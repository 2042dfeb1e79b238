import type { FilePart, ToolResultPart, UserPart } from "@skein/protocol";
import { isTextType, omittedFile, lostResult, noOutput, plainMediaType } from "@skein/provider-kit";

/** What a user or a tool says, in the three forms that both interfaces know. */
export type WirePart =
  | { readonly kind: "text"; readonly text: string }
  /** A data URL. */
  | { readonly kind: "image"; readonly url: string }
  | { readonly kind: "pdf"; readonly name: string; readonly url: string };

const imageTypes = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

/** Text that is empty or white space is left out; what no model takes becomes a line of text. */
export function saidIn(parts: readonly UserPart[]): WirePart[] {
  return parts.flatMap((part) => {
    if (part.type === "text") return textSaid(part.text);
    const mediaType = plainMediaType(part.mediaType);
    const url = `data:${mediaType};base64,${part.data}`;
    if (part.data === "")
      return textSaid(
        omittedFile(part.type === "file" ? (part.name ?? "a file") : "an image", "it is empty"),
      );
    if (imageTypes.has(mediaType)) return [{ kind: "image", url } as const];
    return part.type === "file"
      ? fileSaid({ ...part, mediaType }, url)
      : notTaken(`an image of type ${mediaType}`, mediaType);
  });
}

export function textSaid(text: string): WirePart[] {
  return text.trim() === "" ? [] : [{ kind: "text", text: text.toWellFormed() }];
}

/** Neither interface can mark a result as failed, so its text says so. Never empty. */
export function resultSaid(result: ToolResultPart | undefined): WirePart[] {
  if (!result) return textSaid(lostResult);
  const said = saidIn(result.content);
  const failed = result.failure === undefined ? [] : textSaid(`The call failed (${result.failure}).`);
  return said.length + failed.length === 0 ? textSaid(noOutput) : [...failed, ...said];
}

function fileSaid({ mediaType, data, name }: FilePart, url: string): WirePart[] {
  if (mediaType === "application/pdf")
    return [{ kind: "pdf", name: (name ?? "file.pdf").toWellFormed(), url }];
  if (!isTextType(mediaType)) return notTaken(name ?? `a file of type ${mediaType}`, mediaType);
  const text = Buffer.from(data, "base64").toString("utf8");
  return textSaid(`${name === undefined ? "A file" : `The file ${name}`}:\n${text}`);
}

function notTaken(what: string, mediaType: string): WirePart[] {
  return textSaid(omittedFile(what, `the model does not take ${mediaType}`));
}
