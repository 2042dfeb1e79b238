import { ConfigError } from "@skein/protocol";

const defaultHint = "Pack plain files, folders and links within the folder, with tar -czf for example.";

export function refusedArchive(name: string, why: string, hint = defaultHint): ConfigError {
  return new ConfigError("usage", `${name} cannot be worked on: ${why}.`, { hint });
}
