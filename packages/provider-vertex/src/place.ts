import { ConfigError } from "@skein/protocol";
import { locationVariable, projectVariable, providerId } from "./names.ts";
import type { VertexSettings } from "./settings.ts";

/** Where requests are answered; checked by whoever calls it. */
export function locationOf({ location, env = process.env }: VertexSettings): string {
  return location?.trim() || env[locationVariable]?.trim() || "global";
}

/** @param own - of the credentials. Throws `ConfigError` `usage` when it is missing or invalid. */
export function projectOf({ project, env = process.env }: VertexSettings, own: string | undefined): string {
  const said = project?.trim() || env[projectVariable]?.trim() || own;
  // It becomes part of an address; a domain may stand before it.
  if (said !== undefined && /^[a-z0-9.-]+(:[a-z0-9-]+)?$/i.test(said)) return said;
  const message = said
    ? `${JSON.stringify(said)} is no project of Google Cloud.`
    : `There is no project for ${providerId}.`;
  throw new ConfigError("usage", message, {
    hint: `Set ${projectVariable} to the id of a project; \`gcloud projects list\` shows them.`,
  });
}

/** Throws `ConfigError` `usage` for what is no location: it becomes part of a host's name. */
export function addressOf(location: string): string {
  if (!/^[a-z]+(-[a-z]+\d+)?$/.test(location)) {
    throw new ConfigError("usage", `${JSON.stringify(location)} is no location of Google Cloud.`, {
      hint: `Set ${locationVariable} to global, us, eu or a region such as europe-west4.`,
    });
  }
  if (location === "global") return "https://aiplatform.googleapis.com";
  const isArea = !location.includes("-");
  return isArea
    ? `https://aiplatform.${location}.rep.googleapis.com`
    : `https://${location}-aiplatform.googleapis.com`;
}
