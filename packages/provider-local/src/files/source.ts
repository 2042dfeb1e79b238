import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { ConfigError } from "@skein/protocol";

/** Where a model comes from. */
export interface ModelSource {
  /** Absolute path of a local file, or the URL of one elsewhere. */
  readonly from: { readonly path: string } | { readonly url: URL };
  /** Name of the model: that of the file, without `.gguf`. */
  readonly name: string;
  /** Headers for the origin of the URL alone. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Ending of the names of model files. */
export const modelEnding = ".gguf";

/**
 * Reads what a user names: a file, a URL, or `hf:OWNER/REPO/FILE.gguf`, which is a file on Hugging Face.
 *
 * @param env - `HF_ENDPOINT` replaces https://huggingface.co, and `HF_TOKEN` is sent to it, as the vendor's programs do.
 *
 * Throws `ConfigError` for anything else.
 */
export function modelSource(text: string, env: Readonly<Record<string, string | undefined>>): ModelSource {
  const hub = new URL(env["HF_ENDPOINT"] ?? "https://huggingface.co");
  const url = text.startsWith("hf:") ? hubFile(text, hub) : URL.parse(text);
  if (url?.protocol === "http:" || url?.protocol === "https:") {
    const token = env["HF_TOKEN"];
    const isHub = url.origin === hub.origin && token !== undefined;
    return {
      from: { url },
      name: modelName(decodeURIComponent(url.pathname), text),
      headers: isHub ? { authorization: `Bearer ${token}` } : {},
    };
  }
  const path = resolve(text);
  if (!existsSync(path))
    throw new ConfigError("unreadable", `File not found: ${text}.`, {
      hint: "Pass the path of a file, a URL, or hf:OWNER/REPO/FILE.gguf.",
    });
  return { from: { path }, name: modelName(path, text), headers: {} };
}

function hubFile(text: string, hub: URL): URL {
  const [owner, repo, ...file] = text.slice("hf:".length).split("/");
  if (!owner || !repo || file.length === 0)
    throw new ConfigError("usage", `Invalid name of a file on Hugging Face: "${text}".`, {
      hint: "Use hf:OWNER/REPO/FILE.gguf.",
    });
  return new URL(
    [owner, repo, "resolve", "main", ...file].map(encodeURIComponent).join("/"),
    `${hub.href.replace(/\/*$/, "")}/`,
  );
}

/** Throws `ConfigError` for a name that is not one of a single model file. */
function modelName(path: string, text: string): string {
  const file = basename(path);
  if (/-\d{5}-of-\d{5}\.gguf$/.test(file))
    throw new ConfigError("usage", `${text} is a part of a model in several files.`, {
      hint: "Choose a model in a single file.",
    });
  if (!file.endsWith(modelEnding) || file === modelEnding || file.startsWith("."))
    throw new ConfigError("usage", `${text} is not the name of a GGUF file.`, {
      hint: `Choose a file whose name ends in ${modelEnding}.`,
    });
  return file.slice(0, -modelEnding.length);
}
