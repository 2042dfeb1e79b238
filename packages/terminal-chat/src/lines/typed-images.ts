import type { TypedMessage } from "@skein/host";
import type { ClipboardImage } from "@skein/terminal/clipboard";
import { imageReader, type ImageClipboard } from "../commands/image-clipboard.ts";

/** Images that go with the next message that is typed. */
export interface TypedImages {
  readonly clipboard: ImageClipboard;
  /** The message with the images, which are used up. */
  with(text: string): string | TypedMessage;
}

/** @param say - tells that an image was added. */
export function createTypedImages(
  env: Readonly<Record<string, string | undefined>>,
  say: (text: string) => void,
): TypedImages {
  const images: ClipboardImage[] = [];
  return {
    clipboard: {
      read: imageReader(env),
      attach(image) {
        images.push(image);
        say("The image goes with your next message.");
      },
    },
    with: (text) => (images.length === 0 ? text : { text, attachments: images.splice(0) }),
  };
}
