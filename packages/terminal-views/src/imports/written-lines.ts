import type { WrittenImport } from "@skein/host/imports";

/** What was written, and where. */
export function writtenLines({ files, secrets }: WrittenImport): readonly string[] {
  return [
    ...files.map(({ path, backup }) =>
      backup === undefined ? `Written: ${path}` : `Written: ${path}; before: ${backup}`,
    ),
    ...secrets.map(({ name, place }) =>
      place.kind === "keyring"
        ? `${name} is in the system's keyring.`
        : `${name} is in a file that only you can read, because no keyring can be used: ${place.path}`,
    ),
  ];
}
