import type { ModelProvider } from "@skein/protocol";
import type { ProviderSettings } from "@skein/provider-kit";
import { createAnthropic } from "@skein/provider-anthropic";
import { createGoogle } from "@skein/provider-google";
import { createOllama } from "@skein/provider-ollama";
import { createOpenAI } from "@skein/provider-openai";
import { defineProvider, readDefinition } from "../src/index.ts";
import type { Engines, KeptLogin } from "../src/index.ts";

/** The real ones, as an app hands them in. */
export const engines: Engines = {
  openai: {
    load: async (settings) => createOpenAI(settings),
    keyVariables: ["OPENAI_API_KEY"],
    addressVariable: "OPENAI_BASE_URL",
  },
  anthropic: {
    load: async (settings) => createAnthropic(settings),
    keyVariables: ["ANTHROPIC_API_KEY"],
    addressVariable: "ANTHROPIC_BASE_URL",
  },
  google: {
    load: async (settings) => createGoogle(settings),
    keyVariables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
    addressVariable: "GOOGLE_GEMINI_BASE_URL",
  },
  ollama: {
    load: async (settings) => createOllama(settings),
    keyVariables: ["OLLAMA_API_KEY"],
    addressVariable: "OLLAMA_HOST",
  },
};

/** A login whose token is this. */
export function loggedIn(accessToken: string): KeptLogin {
  const kept = {
    clientId: "c",
    installation: "i",
    accessToken,
    refreshToken: "r",
    endsAt: 4_000_000_000_000,
  };
  return {
    read: async () => JSON.stringify(kept),
    write: () => Promise.reject(new Error("There is nothing to renew.")),
    exclusively: (work) => work(),
  };
}

const noRetries = { retry: { retries: 0 } };

/** A provider of these fields, with a key, and nothing of this machine. */
export async function providerOf(fields: object, settings: ProviderSettings = {}): Promise<ModelProvider> {
  const base = {
    name: "corp",
    engine: "openai",
    api_key_env: "CORP_KEY",
    base_url: "https://corp.example/v1",
  };
  const { definition } = await readDefinition(JSON.stringify({ ...base, ...fields }), "corp.json");
  return defineProvider(definition, engines, {
    env: { CORP_KEY: "sk-corp-1234" },
    ...noRetries,
    ...settings,
  });
}
