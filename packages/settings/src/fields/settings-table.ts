import type { ValueParser } from "../values.ts";
import { commandFields } from "./command-fields.ts";
import { contextFields } from "./context-fields.ts";
import { limitFields } from "./limit-fields.ts";
import { modelFields } from "./model-fields.ts";
import { screenFields } from "./screen-fields.ts";
import type { SettingField } from "./setting-field.ts";
import { storageFields } from "./storage-fields.ts";

const table = {
  ...modelFields,
  ...limitFields,
  ...contextFields,
  ...commandFields,
  ...storageFields,
  ...screenFields,
};

type Table = typeof table;

export type SettingName = keyof Table;

type ValueOf<Name extends SettingName> =
  Table[Name] extends Readonly<Record<"parse", ValueParser<infer Value>>> ? Value : never;

type NameWithDefault = {
  [Name in SettingName]: Table[Name] extends { readonly fallback: unknown } ? Name : never;
}[SettingName];

/** The settings of an app, derived from the table. Absent: not set anywhere, and there is no default. */
export type Settings = { readonly [Name in NameWithDefault]: ValueOf<Name> } & {
  readonly [Name in Exclude<SettingName, NameWithDefault>]?: ValueOf<Name>;
};

export type ScreenSettings = Pick<Settings, keyof typeof screenFields>;

/**
 * The one table of settings. Types, variables, flags, the JSON Schema, the docs, what projects may set and what subagents
 * inherit are derived from it.
 */
export const settingFields: { readonly [Name in SettingName]: SettingField<ValueOf<Name>> } = table;

export const settingNames = Object.keys(settingFields) as readonly SettingName[];

/** Names of the settings that the command line can set. */
type FlagSettingName = {
  [Name in SettingName]: Table[Name] extends { readonly flag: object } ? Name : never;
}[SettingName];

/** The flags of settings, as literal types. */
export type SettingFlags = { readonly [Name in FlagSettingName]: Table[Name]["flag"] };

/** Names of the settings whose values subagents get as they are. */
export type InheritedSetting = {
  [Name in SettingName]: Table[Name]["subagents"] extends "same" ? Name : never;
}[SettingName];
