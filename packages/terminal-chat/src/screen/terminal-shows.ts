import { platform } from "node:os";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { hostName } from "@skein/platform/user";
import { shellWord, terminalLink } from "@skein/terminal";
import { browserCommand } from "@skein/terminal/open-page";
import { featuresOf, pictureLines, pictureSize } from "@skein/terminal/screen";
import type { CardLook } from "../calls/card-look.ts";
import type { ChatTerminal } from "../chat/front-end.ts";
import type { ShellCommands } from "../wording.ts";

/** What a terminal can show beyond text. @param now - the session that is shown. */
export function terminalShows(
  env: ChatTerminal["env"],
  now: () => { readonly cwd: string; readonly session: string },
  { exportSession }: Pick<ShellCommands, "exportSession">,
): Pick<CardLook, "link" | "fileUrl" | "pictures"> {
  const { images, links } = featuresOf(env);
  return {
    ...(links ? { link: terminalLink, fileUrl: (path) => fileUrl(resolve(now().cwd, path)) } : {}),
    pictures: {
      lines: (picture, width) => pictureLines(picture, images, width),
      size: pictureSize,
      howToOpen: (path) =>
        path === undefined
          ? exportSession(now().session)
          : browserCommand(path, undefined, platform()).map(shellWord).join(" "),
    },
  };
}

/** With the name of this machine: a terminal elsewhere opens no file of its own then. */
function fileUrl(path: string): string {
  const url = pathToFileURL(path);
  return `file://${hostName()}${url.pathname}`;
}
