import type { CommandInfo } from "@skein/session-commands";
import { ConfigError } from "@skein/protocol";
import type { ImageClipboard } from "./image-clipboard.ts";

export const paste: CommandInfo = {
  name: "paste",
  description: "Attach the image that the clipboard has to your next message",
};

/** Throws `ConfigError` where there is no image. */
export async function pasteImage({ clipboard }: { readonly clipboard: ImageClipboard }): Promise<undefined> {
  const image = await clipboard.read();
  if (!image)
    throw new ConfigError("usage", "The clipboard has no image.", {
      hint: "It is read with wl-paste, xclip, pngpaste or osascript. A file goes along as @PATH.",
    });
  clipboard.attach(image);
}
