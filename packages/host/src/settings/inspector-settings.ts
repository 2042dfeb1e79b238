import { isJsonObject } from "@skein/protocol";
import type { InspectorSettings } from "@skein/runtime";
import type { Machine } from "../machine.ts";
import { userEntries } from "./user-entries.ts";

/** `inspectors` in the user's own files, the strongest first; a project has no say in it. */
export async function inspectorSettings(machine: Machine): Promise<InspectorSettings> {
  const found = (await userEntries(machine)).filter(({ key }) => key === "inspectors");
  const maps = found.map(({ value }) => value).filter(isJsonObject);
  return Object.assign({}, ...maps.toReversed()) as InspectorSettings;
}
