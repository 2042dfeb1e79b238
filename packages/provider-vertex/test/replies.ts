import { generateKeyPairSync } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ModelProvider } from "@skein/protocol";
import { requestOf, user } from "@skein/test-kit";
import { serveScript, type ScriptedServer } from "@skein/provider-conformance/servers";
import { createVertex, type VertexSettings } from "../src/index.ts";

export const simple = requestOf([user("Hello")]);
export const token = "ya29.a-token-of-the-tests";

export function provider(settings: VertexSettings): ModelProvider {
  return createVertex({
    project: "my-project",
    location: "europe-west4",
    accessToken: () => Promise.resolve(token),
    env: {},
    retry: { retries: 0 },
    ...settings,
  });
}

/** A file of a service account. */
export async function serviceAccount(folder: string): Promise<string> {
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const file = join(folder, "account.json");
  const account = {
    type: "service_account",
    project_id: "project-of-the-file",
    private_key_id: "1",
    private_key: privateKey,
    client_email: "tests@project-of-the-file.iam.gserviceaccount.com",
  };
  await writeFile(file, JSON.stringify(account));
  return file;
}

/** Gives out a token as often as it is asked. */
export function tokenServer(
  answer: object = { access_token: token, expires_in: 3600, token_type: "Bearer" },
  status = 200,
): Promise<ScriptedServer> {
  return serveScript(() => ({
    status,
    contentType: "application/json",
    body: Buffer.from(JSON.stringify(answer)),
  }));
}

/** Reaches this server where Google gives out tokens, and others as they are. */
export function fetchWithTokensOf(server: ScriptedServer): typeof fetch {
  return (input, init) => {
    const url = new URL(new Request(input).url);
    return fetch(url.host === "oauth2.googleapis.com" ? `${server.url}${url.pathname}` : url, init);
  };
}

export function events(body: string) {
  return () => ({ status: 200, contentType: "text/event-stream", body: Buffer.from(body) });
}

export function failing(status: number, body: unknown) {
  return () => ({ status, contentType: "application/json", body: Buffer.from(JSON.stringify(body)) });
}
