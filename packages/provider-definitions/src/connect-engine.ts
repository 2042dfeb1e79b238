import { ConfigError } from "@skein/protocol";
import type { JsonValue, ModelProvider } from "@skein/protocol";
import {
  apiKey,
  isOnThisMachine,
  joinedHeaders,
  jsonIn,
  openTransport,
  readStart,
} from "@skein/provider-kit";
import type { ProviderSettings, TransportRequest } from "@skein/provider-kit";
import { addressOf, writtenAddress } from "./address.ts";
import type { ProviderDefinition } from "./definition.ts";
import type { Engine, EngineSettings } from "./engine.ts";
import { variablesOf } from "./expand.ts";
import type { BodyForm } from "./request/body.ts";
import { noKey, shapedSend } from "./request/shape.ts";
import type { Shaping } from "./request/shape.ts";
import { loginTokens, type KeptLogin } from "./login/login-tokens.ts";
import { tokenSource } from "./token-exchange.ts";

/** Default idle timeouts before and during a reply. */
const usualLimits = { firstByteMs: 120_000, idleMs: 90_000 };

/** A server on this machine may have to load the model before it answers. */
const localFirstByteMs = 600_000;

export interface DefinedSettings extends ProviderSettings {
  /** Where the login in a browser is kept, for definitions that have one. */
  readonly login?: KeptLogin | undefined;
}

/** An engine that speaks to a definition's endpoint. */
export interface EngineConnection {
  /** @param form - of every body. */
  with(form: BodyForm): Promise<ModelProvider>;
  /** The engine's provider, once it was made. */
  loaded(): ModelProvider | undefined;
  /** Opens the connection of the first request, once it is known where to. */
  preconnect(): void;
  /** What the server says at a path from its root; `undefined` where it says nothing that is JSON. */
  ask(path: string, signal: AbortSignal): Promise<JsonValue | undefined>;
}

/** Makes the engine's provider when it is first needed: one for each form of body, all with one key. */
export function connectEngine(
  definition: ProviderDefinition,
  engine: Engine,
  settings: DefinedSettings,
): EngineConnection {
  let shared: Promise<Connected> | undefined;
  const made = new Map<string, Promise<ModelProvider>>();
  let loaded: ModelProvider | undefined;
  const connected = () => {
    shared ??= connect(definition, engine, settings).catch((error: unknown) => {
      shared = undefined;
      throw error;
    });
    return shared;
  };
  const withForm = async (form: BodyForm) => {
    const { make } = await connected();
    const key = JSON.stringify(form);
    const provider = made.get(key) ?? make(form);
    made.set(key, provider);
    loaded = await provider;
    return provider;
  };
  return {
    with: withForm,
    loaded: () => loaded,
    preconnect: () => void shared?.then(({ preconnect }) => preconnect()).catch(() => undefined),
    ask: async (path, signal) => (await connected()).ask(path, signal),
  };
}

interface Connected {
  readonly make: (form: BodyForm) => Promise<ModelProvider>;
  readonly preconnect: () => void;
  readonly ask: EngineConnection["ask"];
}

/** The most bytes to read of what a server says about itself: a template may be in it. */
const maxFactBytes = 1_000_000;

async function connect(
  definition: ProviderDefinition,
  engine: Engine,
  settings: DefinedSettings,
): Promise<Connected> {
  const { name, auth, tokenExchange, timeoutSeconds } = definition;
  const { env = process.env, secrets } = settings;
  const expand = await variablesOf(definition, env, secrets);
  const key = definition.browserLogin ? undefined : await keyOf(definition, settings);
  const { baseUrl, query } = addressOf(definition, expand(writtenAddress(definition, settings)));
  const headers = mapped(definition.headers, expand);
  // One for all forms of a body. The engines write the log, around it.
  const way = { ...settings, httpLog: undefined };
  const transport = await openTransport({ provider: name, url: new URL(baseUrl), settings: way });
  const tokens =
    tokenExchange &&
    tokenSource({
      provider: name,
      keyVariables: definition.keyVariables,
      key: key ?? "",
      exchange: { ...tokenExchange, url: expand(tokenExchange.url) },
      headers,
      send: (await openTransport(signIn(name, expand(tokenExchange.url), settings))).send,
      now: () => Date.now(),
    });
  const logins =
    definition.browserLogin && loginTokens(definition, { kept: settings.login, fetch: settings.fetch });
  const credential: Shaping["credential"] = async (isRefused) => {
    const { header = "authorization", prefix = "Bearer " } = auth ?? {};
    if (logins) return { header: { name: header, value: `${prefix}${await logins(isRefused)}` } };
    if (tokens) {
      const { token, origin } = await tokens(isRefused);
      return { header: { name: header, value: `${prefix}${token}` }, origin };
    }
    return auth && key !== undefined ? { header: { name: header, value: `${prefix}${key}` } } : {};
  };
  const engineEnv = without(env, [...engine.keyVariables, engine.addressVariable ?? ""]);
  const watchdog = limitsOf(timeoutSeconds, baseUrl, settings.watchdog);

  const make = (form: BodyForm) =>
    engine.load({
      ...settings,
      id: name,
      api: definition.api,
      resultPictures: definition.quirks.resultPictures,
      apiKey: key ?? noKey,
      secrets: async () => undefined,
      env: engineEnv,
      baseUrl,
      headers: { ...headers, ...settings.headers },
      watchdog,
      interceptor: () =>
        shapedSend(transport.send, {
          definition,
          query: { ...query, ...mapped(definition.query, expand) },
          credential,
          isRenewable: tokens !== undefined || logins !== undefined,
          form,
        }),
    });
  // Where a token names the address of its requests, it is not known yet.
  const isElsewhere = tokenExchange?.addressField !== undefined;
  const ask: EngineConnection["ask"] = async (path, signal) => {
    const { header } = await credential(false, signal);
    const usual = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const proof = header ? { [header.name]: header.value } : usual;
    const address = new URL(path, baseUrl).href;
    const answer = await transport.send(address, { headers: joinedHeaders(headers, proof), signal });
    const text = await readStart(answer, maxFactBytes);
    return answer.ok ? jsonIn(text) : undefined;
  };
  return { make, preconnect: isElsewhere ? () => undefined : transport.preconnect, ask };
}

/** Tokens are asked for on the same way as replies. They are not logged, since they are all that the answer holds. */
function signIn(provider: string, url: string, settings: ProviderSettings): TransportRequest {
  const { proxy, ca, fetch, env } = settings;
  return { provider, url: new URL(url), settings: { proxy, ca, fetch, env } };
}

/** `undefined` when no key is needed. */
async function keyOf(
  { name, keyVariables, needsKey }: ProviderDefinition,
  { apiKey: explicit, env = process.env, secrets }: ProviderSettings,
): Promise<string | undefined> {
  try {
    return await apiKey({ provider: name, explicit, variables: keyVariables, env, secrets });
  } catch (error) {
    if (!needsKey && ConfigError.is(error) && error.code === "missing-key") return undefined;
    throw error;
  }
}

/**
 * What is silent for how long counts as stalled; what a definition says holds before a reply and inside of
 * it.
 */
function limitsOf(
  seconds: number | undefined,
  baseUrl: string,
  given: ProviderSettings["watchdog"],
): EngineSettings["watchdog"] {
  const usual = isOnThisMachine(new URL(baseUrl))
    ? { ...usualLimits, firstByteMs: localFirstByteMs }
    : usualLimits;
  const said = seconds === undefined ? usual : { firstByteMs: seconds * 1000, idleMs: seconds * 1000 };
  return { ...said, ...given };
}

function without(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}

function mapped(
  texts: Readonly<Record<string, string>>,
  change: (text: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text)]));
}
