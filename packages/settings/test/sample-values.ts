import type { JsonValue } from "@skein/protocol";
import { settingFields, type SectionKey, type SettingName } from "../src/index.ts";

const texts: Partial<Record<SettingName, readonly JsonValue[]>> = {
  maxTimeMs: ["1m", "3h"],
  stallTimeoutMs: ["5s"],
  diagnosticsTimeoutMs: ["5s"],
  hints: [["CLAUDE.md"], [], ["OTHER.md"]],
  fallback: [["one", "two/three"]],
  journal: ["postgres://ann@db.example/skein"],
  journalBlobs: ["/blobs"],
};

/** Values of a setting, as a config file may have them. */
export function sampleValues(name: SettingName): readonly JsonValue[] {
  const { schema } = settingFields[name];
  const from = Number(schema["minimum"] ?? 0);
  if (texts[name]) return texts[name];
  if (Array.isArray(schema["enum"])) return schema["enum"] as readonly JsonValue[];
  if (schema["type"] === "boolean") return [true, false];
  if (schema["type"] === "integer") return [from, from + 5_000];
  return schema["type"] === "number" ? [from, from + 1] : ["some-text"];
}

/** A value of each map or list. */
export const sampleSections: Readonly<Record<SectionKey, JsonValue>> = {
  providers: { one: { baseUrl: "https://example.com" } },
  permissions: { allow: ["shell(make *)"] },
  models: { one: { contextTokens: 1000 } },
  budget: { day: 5 },
  redaction: { allow: ["BUILD_STAMP"] },
  shell: { env: ["SHOP_REGION"] },
  sandboxAccess: { hosts: ["*"] },
  hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "true" }] }] },
  languageServers: { zig: { command: "zls" } },
  webSearch: { engine: "brave" },
  hookFiles: ["~/hooks.json"],
  inspectors: { injection: "off" },
  slash_commands: [{ command: "review", recipe_path: "review.yaml" }],
  extensions: { notes: { command: "notes" } },
};
