import { anyText, someText } from "./section-values.ts";
import { listOf, mapOf, mapWith, ofType, type Structure } from "./structure.ts";
import type { ValueType } from "./values.ts";

const example = `Write it like this:
languageServers:
  zig: { command: zls, extensions: [zig] }
  python: { enabled: false } # one that is known already`;

const isEnabled: ValueType<boolean> = {
  parse: (raw) => (typeof raw === "boolean" ? { value: raw } : { fix: "Use true or false." }),
  schema: { type: "boolean" },
};

const fileEnding: ValueType<string> = {
  parse: (raw) =>
    typeof raw === "string" && /^\.?[\w+-]+$/.test(raw)
      ? { value: raw }
      : { fix: "Give the end of a file name, such as zig." },
  schema: { type: "string", pattern: "^\\.?[\\w+-]+$" },
};

/** What stands under `languageServers`. */
export const languageServersSection: Structure = mapOf(
  mapWith(
    {
      command: ofType(someText),
      args: listOf(ofType(anyText), { example }),
      extensions: listOf(ofType(fileEnding), { example }),
      enabled: ofType(isEnabled),
    },
    { example },
  ),
  {
    example,
    description: "Language servers for diagnostics besides those that are known, by name",
  },
);
