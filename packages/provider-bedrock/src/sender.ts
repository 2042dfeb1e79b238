import { openTransport } from "@skein/provider-kit";
import type { Transport } from "@skein/provider-kit";
import { providerId } from "./names.ts";
import type { BedrockSettings } from "./settings.ts";

export type Sender = Omit<Transport, "secrets">;

/**
 * The way to one address. A tap masks what it was opened with, so it is opened again when there are new keys.
 *
 * @param secrets - what must never be shown; grows by what the way itself has, and by whoever finds more.
 */
export async function openSender(url: URL, settings: BedrockSettings, secrets: string[]): Promise<Sender> {
  const open = (): Promise<Transport> =>
    openTransport({ provider: providerId, url, settings, keys: [...secrets] });
  const first = await open();
  secrets.push(...first.secrets.filter((secret) => !secrets.includes(secret)));
  if (settings.tap === undefined) return first;
  let [opened, known] = [Promise.resolve(first), secrets.length];
  return {
    ...first,
    async fetch(input, init) {
      if (secrets.length > known) [opened, known] = [open(), secrets.length];
      const { fetch: send } = await opened;
      return send(input, init);
    },
  };
}
