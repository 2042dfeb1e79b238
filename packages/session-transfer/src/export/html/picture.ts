import { type ToolContentPart, type UserPart, commonImageTypes } from "@skein/protocol";
import { sizeOf } from "../figures.ts";
import { markup, type Markup } from "./markup.ts";

const mostCharacters = 8 * 1024 * 1024;

/** An image is drawn from the page itself; any other file is named. */
export function picture(part: Exclude<UserPart | ToolContentPart, { readonly type: "text" }>): Markup {
  const name = part.type === "file" ? part.name : undefined;
  const what = `${name ?? part.type}, ${part.mediaType}, ${sizeOf(part.data)}`;
  const mediaType = commonImageTypes.find((type) => type === part.mediaType);
  const isDrawn =
    mediaType !== undefined && part.data.length <= mostCharacters && /^[A-Za-z0-9+/]+={0,2}$/.test(part.data);
  if (!isDrawn) return markup`<p class="file">${what}</p>`;
  const address = `data:${mediaType};base64,${part.data}`;
  return markup`<figure><img src="${address}" alt="${what}" loading="lazy"><figcaption>${what}</figcaption></figure>`;
}
