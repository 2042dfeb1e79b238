import {
  escapeName,
  groupedNumber,
  ConfigError,
  escapeInvisible,
  type FilePart,
  type ImagePart,
} from "@skein/protocol";
import { fitImage } from "@skein/extension-kit";
import { decodeText, describeGuess } from "@skein/platform/text";
import { fileKind } from "../developer/reading/file-kind.ts";
import { pdfPages } from "../developer/reading/pdf-pages.ts";
import { isWide, textView } from "../developer/reading/text-view.ts";

/** A file as a part of a user's message. */
export interface Attachment {
  /** Its text, or a line about what stands in `part`. */
  readonly text: string;
  readonly part?: ImagePart | FilePart;
}

export interface AttachmentOptions {
  /** UTF-8 bytes of text; what is longer is clipped, which is said. */
  readonly maxTextBytes: number;
  /** What the model is known to take; what is unknown, it is not sent. */
  readonly takes: { readonly images: boolean | undefined; readonly pdfs: boolean | undefined };
  /** The model, for messages. */
  readonly model: string;
}

/** A file, or what has been pasted like one. */
export interface AttachedFile {
  /** For the model. */
  readonly name: string;
  /** For messages to the user. */
  readonly shown: string;
  /** All of it, or the beginning of a file that is larger than `mostFileBytes`. */
  readonly bytes: Buffer;
  readonly size: number;
  /** Whether it came as an image, whatever its bytes are. */
  readonly isImage?: boolean;
}

/** Of a file that is read whole. */
export const mostFileBytes = 32 * 1024 * 1024;
/** Of a PDF that is sent as it is: the lowest limit of the vendors that take them. */
const mostPdfBytes = 14 * 1024 * 1024;
/** Of a PDF that is sent as it is; vendors take a hundred for the smaller windows, each as its text and an image. */
const mostPdfPages = 100;

/**
 * A text file as its text, an image fitted to what models take, a PDF as it is or as its text. Throws `ConfigError` for what
 * the model does not take, also where that is unknown.
 */
export async function attachmentOf(file: AttachedFile, options: AttachmentOptions): Promise<Attachment> {
  const { name, shown, bytes, size } = file;
  const kind = fileKind(name, bytes.subarray(0, 8192));
  if (kind.kind === "image" || file.isImage) return image(file, options);
  if (kind.kind === "binary" && kind.mediaType === "application/pdf") return pdf(file, options);
  const decoded = await decodeText(bytes);
  if (kind.kind === "text" || (!kind.isKnown && isWide(decoded))) {
    const view = textView(name, decoded)?.bytes ?? bytes.subarray(decoded.mark.length);
    const guess = describeGuess(decoded);
    const text = escapeInvisible(boundedText(file, view, options));
    return { text: guess === "" ? text : `${text}\n[${escapeName(name)} was ${guess}.]` };
  }
  throw new ConfigError("usage", `${shown} is neither text, an image nor a PDF: ${kind.mediaType}.`, {
    hint: `Ask for it in words, so that the model uses its tools on it. It has ${groupedNumber(size)} bytes.`,
  });
}

async function image(
  { shown, bytes, size }: AttachedFile,
  { takes, model }: AttachmentOptions,
): Promise<Attachment> {
  if (takes.images === false) {
    throw new ConfigError("usage", `${model} takes no images, so ${shown} cannot be sent.`, {
      hint: "Choose a model that does, or describe what is to be seen.",
    });
  }
  if (takes.images === undefined) {
    const message = `It is unknown whether ${model} takes images, so ${shown} was not sent.`;
    const hint = `If it does, set images: true in your config file, under models: ${model}.`;
    throw new ConfigError("usage", message, { hint });
  }
  const part = size === bytes.length ? await fitImage({ data: bytes.toString("base64") }) : undefined;
  if (part) return { text: "The image is below.", part };
  throw new ConfigError("usage", `${shown} is damaged, or too large an image to scale down.`, {
    hint: "Attach a smaller version.",
  });
}

async function pdf(
  { name, shown, bytes, size }: AttachedFile,
  { takes, maxTextBytes }: AttachmentOptions,
): Promise<Attachment> {
  if (size > bytes.length) {
    throw new ConfigError("usage", `${shown} is larger than ${mostFileBytes / 1024 ** 2} MiB.`, {
      hint: "Attach a part of it.",
    });
  }
  const read = await pdfPages(bytes, { from: 1, pages: Infinity, maxCharacters: maxTextBytes });
  const isSmall = size <= mostPdfBytes && (!("total" in read) || read.total <= mostPdfPages);
  if (takes.pdfs === true && isSmall) {
    const part: FilePart = {
      type: "file",
      mediaType: "application/pdf",
      data: bytes.toString("base64"),
      name,
    };
    return { text: "The document is below.", part };
  }
  if ("problem" in read) throw new ConfigError("usage", `${shown} cannot be read: ${read.problem}.`);
  const text = read.pages.map((page) => `[page ${page.number}]\n${page.text}`).join("\n\n");
  if (read.pages.every((page) => page.text.trim() === "")) {
    throw new ConfigError("usage", `${shown} has no text that the model could read: it may be a scan.`, {
      hint: "Attach its pages as images, or choose a model that takes PDFs.",
    });
  }
  const last = read.pages.length;
  const more =
    last < read.total
      ? `\n[Pages 1 to ${last} of ${read.total}. Read it from page ${last + 1} for the rest.]`
      : "";
  return { text: `${text}${more}` };
}

/** Whole lines, as far as they fit. @param view - its text as UTF-8. */
function boundedText(
  { name, bytes, size: fileBytes }: AttachedFile,
  view: Buffer,
  { maxTextBytes }: AttachmentOptions,
): string {
  const size = fileBytes > bytes.length ? fileBytes : view.length;
  const part = view.subarray(0, maxTextBytes);
  // Drops what is left of a character at the cut.
  const text = new TextDecoder().decode(part, { stream: size > part.length });
  if (size <= part.length) return text;
  const lines = text.split("\n").slice(0, -1);
  const shown = lines.length === 0 ? text : lines.join("\n");
  const from = groupedNumber(lines.length + 1);
  return `${shown}\n[${escapeName(name)} has ${groupedNumber(size)} bytes. Read it from line ${from} for the rest.]`;
}
