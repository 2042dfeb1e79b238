import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { readClipboardImage } from "../src/clipboard-image.ts";
import { pastedPaths } from "../src/screen/pasted-paths.ts";
import { createPastes } from "../src/screen/pastes.ts";
import { withFolder } from "./with-folder.ts";

describe("what was pasted", () => {
  it("is paths of files when it is nothing else, in all the ways in which terminals write them", () =>
    withFolder(async (folder) => {
      const [plain, blank] = [join(folder, "a.png"), join(folder, "my pictures' 2.png")];
      await writeFile(plain, "");
      await writeFile(blank, "");
      const escaped = blank.replaceAll(/[ ']/g, "\\$&");
      expect(await pastedPaths(`${plain} `)).toEqual([plain]);
      expect(await pastedPaths(`"${blank}" '${plain}'\n`)).toEqual([blank, plain]);
      expect(await pastedPaths(`${escaped} ${plain}`)).toEqual([blank, plain]);
      expect(await pastedPaths(pathToFileURL(blank).href)).toEqual([blank]);
      for (const text of [folder, `${plain} is wrong`, `${plain}\n${plain}`, "a.png", "", "/", "file://"])
        expect(await pastedPaths(text)).toEqual([]);
    }));

  it("stands for its attachment as long as its mark is there", () => {
    const pastes = createPastes<string>();
    const one = pastes.attach("first", "image, 1 kB");
    const two = pastes.attach("second", "image, 2 kB");
    expect(one).toBe("[attached 1: image, 1 kB]");
    expect(pastes.attachmentsIn(`see ${two} and ${one}`)).toEqual(["first", "second"]);
    expect(pastes.attachmentsIn(`see ${two}`)).toEqual(["second"]);
    expect(pastes.expand(one)).toBe(one);
    expect(pastes.markAtEnd(`see ${one}`)).toBe(one);
    pastes.clear();
    expect(pastes.attachmentsIn(one)).toEqual([]);
  });
});

describe.skipIf(process.platform === "win32")("an image in the clipboard", () => {
  const png = Buffer.from("89504e470d0a1a0a0001", "hex");

  const withProgram = (name: string, script: string, work: (path: string) => Promise<void>) =>
    withFolder(async (folder) => {
      await writeFile(join(folder, "image"), png);
      await writeFile(
        join(folder, name),
        `#!/bin/sh\n${script.replaceAll("IMAGE", join(folder, "image"))}\n`,
      );
      await chmod(join(folder, name), 0o755);
      await work(`${folder}:/usr/bin:/bin`);
    });
  const image = { type: "image", mediaType: "image/png", data: png.toString("base64") };

  it("is read with the program of the system", async () => {
    await withProgram("wl-paste", '[ "$2" = image/png ] && cat IMAGE', async (PATH) => {
      expect(await readClipboardImage({ PATH, WAYLAND_DISPLAY: "w" }, "linux")).toEqual(image);
      expect(await readClipboardImage({ PATH }, "linux")).toBeUndefined();
    });
    await withProgram("xclip", '[ "$4" = image/png ] && cat IMAGE', async (PATH) => {
      expect(await readClipboardImage({ PATH, DISPLAY: ":0" }, "linux")).toEqual(image);
      expect(await readClipboardImage({ PATH, DISPLAY: ":0", WAYLAND_DISPLAY: "w" }, "linux")).toEqual(image);
    });
    const hex = png.toString("hex").toUpperCase();
    await withProgram("osascript", `echo '«data PNGf${hex}»'`, async (PATH) => {
      expect(await readClipboardImage({ PATH }, "darwin")).toEqual(image);
    });
  });

  it("is none when the program fails, writes text, or is not there", async () => {
    await withProgram("xclip", "cat IMAGE; exit 1", async (PATH) => {
      expect(await readClipboardImage({ PATH, DISPLAY: ":0" }, "linux")).toBeUndefined();
    });
    await withProgram("xclip", "echo words", async (PATH) => {
      expect(await readClipboardImage({ PATH, DISPLAY: ":0" }, "linux")).toBeUndefined();
    });
    expect(await readClipboardImage({ PATH: "/nowhere", DISPLAY: ":0" }, "linux")).toBeUndefined();
    expect(await readClipboardImage({ PATH: "/nowhere" }, "win32")).toBeUndefined();
  });
});
