import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { isJsonObject, type Extension, type JsonValue } from "@skein/protocol";
import { changedExtension } from "../extensions/changed-extension.ts";
import type { OpenSandbox } from "./open-sandbox.ts";

/** Wraps the extension with files and commands: what its calls write outside of the sandbox is not taken for a command's work. */
export function withOutsideWork(
  extension: Extension,
  { beginOutsideWork }: Pick<OpenSandbox, "beginOutsideWork">,
): Extension {
  return changedExtension(extension, {
    async callTool(name, input, context) {
      const path = await writtenFile(name, input, context.cwd);
      if (path === undefined && !isOutside(name, input)) return extension.callTool(name, input, context);
      const end = await beginOutsideWork(path);
      try {
        return await extension.callTool(name, input, context);
      } finally {
        end();
      }
    },
  });
}

async function writtenFile(name: string, input: JsonValue, cwd: string): Promise<string | undefined> {
  if ((name !== "write" && name !== "edit") || !isJsonObject(input)) return undefined;
  const { path } = input;
  if (typeof path !== "string") return undefined;
  const file = resolve(cwd, path);
  return join(await realpath(dirname(file)).catch(() => dirname(file)), basename(file));
}

function isOutside(name: string, input: JsonValue): boolean {
  if (name !== "shell" || !isJsonObject(input)) return false;
  const { outside_sandbox: reason } = input;
  return typeof reason === "string" && reason.trim() !== "";
}
