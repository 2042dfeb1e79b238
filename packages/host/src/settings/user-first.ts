import type { SettingsSection } from "@skein/settings";

/** The sections of the user's own files before those of a project's, otherwise in the same order. */
export function userFirst(sections: readonly SettingsSection[]): readonly SettingsSection[] {
  const ofUser = sections.filter(({ origin }) => origin.layer !== "project");
  const ofProject = sections.filter(({ origin }) => origin.layer === "project");
  return [...ofUser, ...ofProject];
}
