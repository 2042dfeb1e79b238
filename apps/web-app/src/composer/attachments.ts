import type { MessageInput } from "@skein/client";

type Part = Extract<MessageInput, { readonly text: string }>["attachments"][number];

export interface Attachment {
  readonly name: string;
  readonly bytes: number;
  readonly part: Part;
}

/** Pictures that models take. */
const pictures = /^image\/(?:png|jpeg|gif|webp)$/;

/** A file as a part of a message. */
export async function attachmentOf(file: File): Promise<Attachment> {
  const data = await base64Of(file);
  const mediaType = file.type === "" ? "application/octet-stream" : file.type;
  const { name, size: bytes } = file;
  const part = pictures.test(mediaType)
    ? ({ type: "image", mediaType, data } as const)
    : ({ type: "file", mediaType, data, name } as const);
  return { name, bytes, part };
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve((reader.result as string).replace(/^[^,]*,/, "")));
    reader.addEventListener("error", () => reject(new Error(`${file.name} cannot be read.`)));
    reader.readAsDataURL(file);
  });
}
