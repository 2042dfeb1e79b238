import type { StreamPart } from "./stream-part.ts";

type Warning = Extract<StreamPart, { type: "stream-start" }>["warnings"][number];

export function warningText(warning: Warning): string {
  switch (warning.type) {
    case "unsupported":
    case "compatibility":
      return withDetails(`${warning.feature} is not supported as it was asked for`, warning.details);
    case "unsupported-setting":
      return withDetails(`${String(warning.setting)} is not supported`, warning.details);
    case "unsupported-tool":
      return withDetails(`the tool ${warning.tool.name} is not supported`, warning.details);
    case "deprecated":
    case "other":
      return warning.message;
  }
}

function withDetails(what: string, details: string | undefined): string {
  return details === undefined ? `${what}.` : `${what}: ${details}`;
}
