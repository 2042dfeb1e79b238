import { groupedNumber } from "@skein/protocol";
import type { ImagePart } from "@skein/protocol";
import type { Page } from "./read-page.ts";
import { loadMdream } from "../later.ts";

/** What a page holds, for the model: text, or an image. What it says of itself is checked against its first bytes. */
export async function pageContent(page: Page): Promise<string | ImagePart> {
  const { body, mediaType, address, isCut } = page;
  const image = imageType(body);
  if (image !== undefined && !isCut)
    return { type: "image", mediaType: image, data: body.toString("base64") };
  if (body.length === 0) return "[The page is empty.]";
  if (image !== undefined || isBinary(body)) {
    const type = (image ?? mediaType.split(";", 1)[0]) || "unknown type";
    return `[Not shown: ${type}, ${isCut ? "more than " : ""}${groupedNumber(body.length)} bytes. To work with it, download it in the shell.]`;
  }
  const text = decode(body, mediaType);
  const shown = isHtml(text, mediaType) ? await markdown(text, address) : text;
  return isCut ? `${shown}\n\n[The page is longer: only its first 5 MB were read.]` : shown;
}

/** Loads its library on first use. It is native, so it may be missing. */
async function markdown(html: string, address: string): Promise<string> {
  try {
    const { htmlToMarkdown } = await loadMdream();
    return htmlToMarkdown(html, { origin: new URL(address).origin });
  } catch {
    return `[As HTML: what turns it into Markdown is not installed here.]\n${html}`;
  }
}

function isHtml(text: string, mediaType: string): boolean {
  const isNamed = /^(?:text\/html|application\/xhtml\+xml)/.test(mediaType);
  return isNamed || (mediaType === "" && /^\s*<(?:!doctype html|html)\b/i.test(text));
}

function decode(body: Buffer, mediaType: string): string {
  const named =
    /charset="?([\w-]+)/.exec(mediaType)?.[1] ??
    /<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(body.subarray(0, 1024).toString("latin1"))?.[1];
  try {
    return new TextDecoder(named ?? "utf-8").decode(body);
  } catch {
    return body.toString("utf8");
  }
}

const imageStarts: Readonly<Record<string, string>> = {
  "\x89PNG\r\n\x1a\n": "image/png",
  "\xff\xd8\xff": "image/jpeg",
  GIF8: "image/gif",
};

function imageType(body: Buffer): string | undefined {
  const start = body.toString("latin1", 0, 12);
  if (start.startsWith("RIFF") && start.startsWith("WEBP", 8)) return "image/webp";
  return Object.entries(imageStarts).find(([magic]) => start.startsWith(magic))?.[1];
}

function isBinary(body: Buffer): boolean {
  const start = body.toString("latin1", 0, 4096);
  return ["%PDF-", "PK\x03\x04", "\x1f\x8b"].some((magic) => start.startsWith(magic)) || start.includes("\0");
}
