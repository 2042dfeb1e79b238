import { spawn } from "node:child_process";
import { inheritedVariables } from "@skein/platform/variables";

/** An image as the clipboard has it. */
export interface ClipboardImage {
  readonly type: "image";
  readonly mediaType: "image/png";
  /** In base64. */
  readonly data: string;
}

interface Reader {
  readonly argv: readonly [string, ...string[]];
  /** AppleScript writes the bytes as hexadecimal digits. */
  readonly isHex?: true;
}

const mostBytes = 32 * 1024 * 1024;
const patienceMs = 5_000;
const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/**
 * The image in the clipboard, read with the first of the system's programs that has one: `wl-paste`, `xclip`, `pngpaste`,
 * `osascript`. `undefined`: it has no image, or there is no such program. Never rejects.
 */
export async function readClipboardImage(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): Promise<ClipboardImage | undefined> {
  for (const { argv, isHex } of readersFor(env, platform)) {
    const output = await outputOf(argv, env);
    const bytes = isHex ? fromHex(output) : output;
    if (bytes.subarray(0, pngStart.length).equals(pngStart))
      return { type: "image", mediaType: "image/png", data: bytes.toString("base64") };
  }
  return undefined;
}

function readersFor(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): readonly Reader[] {
  if (platform === "darwin") {
    const script = "get the clipboard as «class PNGf»";
    return [{ argv: ["pngpaste", "-"] }, { argv: ["osascript", "-e", script], isHex: true }];
  }
  const wayland: Reader = { argv: ["wl-paste", "--type", "image/png", "--no-newline"] };
  const x11: Reader = { argv: ["xclip", "-selection", "clipboard", "-target", "image/png", "-out"] };
  return [...(env["WAYLAND_DISPLAY"] ? [wayland] : []), ...(env["DISPLAY"] ? [x11] : [])];
}

/** Empty where it fails, is too slow or writes too much. */
function outputOf(
  [program, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Buffer> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: inheritedVariables("user", env),
      stdio: ["ignore", "pipe", "ignore"],
      timeout: patienceMs,
      killSignal: "SIGKILL",
    });
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > mostBytes) child.kill("SIGKILL");
    });
    child.once("error", () => resolve(Buffer.alloc(0)));
    child.once("close", (code) => resolve(code === 0 ? Buffer.concat(chunks) : Buffer.alloc(0)));
  });
}

function fromHex(output: Buffer): Buffer {
  return Buffer.from(/«data PNGf([0-9A-F]+)»/.exec(output.toString())?.[1] ?? "", "hex");
}
