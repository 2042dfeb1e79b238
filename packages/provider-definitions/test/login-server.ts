import { createHash } from "node:crypto";
import { serveScript, type ReceivedRequest, type ServedReply } from "@skein/provider-conformance/servers";

const json = (body: object, status = 200): ServedReply => ({
  status,
  contentType: "application/json",
  body: Buffer.from(JSON.stringify(body)),
});

export interface ServedLogins {
  /** Changes the fields of answers: for what vendors should not do. */
  readonly grant?: (fields: Record<string, unknown>) => Record<string, unknown>;
  readonly claims?: (claims: Record<string, unknown>) => Record<string, unknown>;
  /** What the page sends back in place of a code. */
  readonly back?: Readonly<Record<string, string>>;
  /** Settles before answers to renewals are sent. */
  readonly hold?: Promise<unknown>;
  /** Seconds that access tokens live. */
  readonly lifetime?: number;
}

/**
 * An authorization server that issues a client id at the first login, and whose refresh tokens can be used once. Behind it
 * is a model, which takes the newest access token alone.
 */
export async function loginServer({
  grant = (fields) => fields,
  claims = (all) => all,
  back = {},
  hold,
  lifetime = 3600,
}: ServedLogins = {}) {
  let url = "";
  let count = 0;
  const pages: URLSearchParams[] = [];
  const renewals: string[] = [];
  const token = (kind: string) => `${kind}-token-${++count}-0123456789`;
  let [access, refresh] = ["", ""];

  /** Redirects to the program, as the page does when the person agrees. */
  function agreed(query: URLSearchParams): ServedReply {
    pages.push(query);
    const redirect = new URL(query.get("redirect_uri") ?? "");
    const registered = query.get("client_id") === "anyone" ? { client_id: "issued-1" } : {};
    const sent = { state: query.get("state") ?? "", code: "code-1", ...registered, ...back };
    for (const [name, value] of Object.entries(sent))
      if (value !== "") redirect.searchParams.set(name, value);
    return {
      status: 302,
      contentType: "text/plain",
      body: Buffer.of(),
      headers: { location: redirect.href },
    };
  }

  function granted(form: URLSearchParams): ServedReply {
    const page = pages.at(-1);
    if (form.get("grant_type") === "refresh_token") {
      renewals.push(form.get("refresh_token") ?? "");
      if (form.get("refresh_token") !== refresh) return json({ error: "invalid_grant" }, 400);
    } else {
      const proof = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      const isProved =
        proof === page?.get("code_challenge") && form.get("redirect_uri") === page.get("redirect_uri");
      if (!isProved || form.get("code") !== "code-1") return json({ error: "invalid_grant" }, 400);
    }
    [access, refresh] = [token("access"), token("refresh")];
    const said = claims({
      iss: url,
      aud: form.get("client_id"),
      exp: 4_000_000_000,
      nonce: page?.get("nonce"),
      email: "jo@example.org",
    });
    const fields = {
      access_token: access,
      refresh_token: refresh,
      expires_in: lifetime,
      scope: "openid use.models",
      id_token: `e30.${Buffer.from(JSON.stringify(said)).toString("base64url")}.e30`,
    };
    const isHeld = hold !== undefined && form.get("grant_type") === "refresh_token";
    return { ...json(grant(fields)), ...(isHeld ? { stallAfterBytes: 0, stallUntil: hold } : {}) };
  }

  const answer = (request: ReceivedRequest): ServedReply => {
    const { pathname, searchParams } = new URL(request.path, "http://x");
    if (pathname === "/authorize") return agreed(searchParams);
    if (pathname === "/token") return granted(new URLSearchParams(request.bytes.toString()));
    if (request.headers.authorization !== `Bearer ${access}`)
      return json({ error: { message: "expired" } }, 401);
    const message = { role: "assistant", content: "Hi" };
    return json({ choices: [{ index: 0, message, finish_reason: "stop" }] });
  };
  const server = await serveScript(answer);
  url = server.url;
  return {
    url,
    /** The queries of the pages that were opened. */
    pages,
    /** Refresh tokens, in the order in which they came. */
    renewals,
    /** Ends the access token, as a vendor may do at any time. */
    revoke: () => void (access = "none"),
    /** Ends the refresh token. */
    end: () => void (refresh = "none"),
    fields: {
      base_url: `${url}/v1`,
      api_key_env: "CORP_LOGIN",
      supports_streaming: false,
      browser_login: {
        authorize_url: `${url}/authorize`,
        token_url: `${url}/token`,
        issuer: url,
        client_id: "anyone",
        registers: true,
        scope: "openid use.models",
        needed_scope: "use.models",
        resource: "https://models.example",
      },
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
