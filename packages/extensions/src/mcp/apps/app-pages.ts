import {
  isJsonObject,
  type AppPage,
  type AppSources,
  type JsonObject,
  type JsonValue,
} from "@skein/protocol";
import { anyObject } from "../any-object.ts";
import { appMediaType } from "./capability.ts";
import type { AskServer } from "../offers/ask-server.ts";

/** Reads a page as its server sends it. Rejects with an `Error` that says why. */
export async function readAppPage(ask: AskServer, uri: string, signal: AbortSignal): Promise<AppPage> {
  const { contents } = await ask(signal, (client, options) =>
    client.request({ method: "resources/read", params: { uri } }, anyObject, options),
  );
  const values = (Array.isArray(contents) ? contents : []).filter(isJsonObject);
  const page = values.find(({ mimeType }) => isAppMediaType(mimeType));
  const html = page && htmlOf(page);
  if (!page || html === undefined)
    throw new Error(`The server has no page of the type ${appMediaType} at ${uri}.`);
  return { html, sources: sourcesOf(page) };
}

function isAppMediaType(type: JsonValue | undefined): boolean {
  return typeof type === "string" && type.toLowerCase().replaceAll(/[\s"]/g, "") === appMediaType;
}

function htmlOf({ text, blob }: JsonObject): string | undefined {
  if (typeof text === "string") return text;
  return typeof blob === "string" ? Buffer.from(blob, "base64").toString("utf8") : undefined;
}

function sourcesOf({ _meta: meta }: JsonObject): AppSources {
  const ui = isJsonObject(meta) ? meta["ui"] : undefined;
  const csp = isJsonObject(ui) && isJsonObject(ui["csp"]) ? ui["csp"] : {};
  return {
    connect: words(csp["connectDomains"]),
    resources: words(csp["resourceDomains"]),
    frames: words(csp["frameDomains"]),
    bases: words(csp["baseUriDomains"]),
  };
}

function words(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((word) => typeof word === "string") : [];
}
