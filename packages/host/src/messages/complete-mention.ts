import { hasLetters } from "./has-letters.ts";
import type { Extension, ExtensionResources } from "@skein/protocol";

const most = 500;

/**
 * What a word that begins with `@` may become: the name of an extension with resources, then one of their addresses that has
 * the typed letters in this order, those that begin with them first. Never rejects: an address can be typed all the same.
 */
export async function completeMention(
  word: string,
  extensions: readonly Extension[],
): Promise<readonly string[]> {
  const match = /^@([A-Za-z0-9_-]*)(?::([^]*))?$/.exec(word);
  if (!match) return []; // a path
  const [, name = "", uri] = match;
  const withResources = extensions.filter((one) => one.resources !== undefined);
  if (uri === undefined) {
    return withResources.filter((one) => one.name.startsWith(name)).map((one) => `@${one.name}:`);
  }
  const { resources } = withResources.find((one) => one.name === name) ?? {};
  if (!resources) return [];
  const [listed, templates] = await Promise.all([
    resources.list().catch(() => []),
    resources.templates?.().catch(() => []) ?? [],
  ]);
  const filled = await Promise.all(templates.map(({ uriTemplate }) => fill(uriTemplate, uri, resources)));
  const addresses = [...listed.map((one) => one.uri), ...filled.flat()];
  const others = [...new Set(addresses)].filter((address) => address !== uri && hasLetters(address, uri));
  return others
    .toSorted((one, other) => Number(other.startsWith(uri)) - Number(one.startsWith(uri)))
    .slice(0, most)
    .map((address) => `@${name}:${/[\s"'<>]/.test(address) ? `"${address}"` : address}`);
}

/** The address as far as its first variable that is not typed, with the values that this one may have. */
async function fill(
  template: string,
  typed: string,
  resources: ExtensionResources,
): Promise<readonly string[]> {
  const [before = "", name, after = ""] = /^([^{]*)(?:\{([\w.-]+)\}([^{]*))?/.exec(template)?.slice(1) ?? [];
  if (name === undefined) return [];
  if (!typed.startsWith(before)) return hasLetters(before, typed) ? [before] : [];
  const value = typed.slice(before.length);
  const wanted = { name, value };
  const values = (await resources.complete?.(template, wanted).catch(() => [])) ?? [];
  return values.map((one) => `${before}${one}${after}`);
}
