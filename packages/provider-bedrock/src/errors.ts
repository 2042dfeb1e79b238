import type { ProviderError, ProviderErrorCode } from "@skein/protocol";
import { errorIn, httpHeaders, providerErrorOf, stringIn } from "@skein/provider-kit";
import type { ErrorContext, HttpHeaders, Refusal } from "@skein/provider-kit";

/**
 * The vendor's words for kinds of errors, without `Exception` and in lower case: streams write them with a small letter
 * at the beginning.
 *
 * Source: docs.aws.amazon.com/bedrock/latest/APIReference, ConverseStream, errors; and CommonErrors.
 */
const codeOfKind: Readonly<Record<string, ProviderErrorCode>> = {
  accessdenied: "auth",
  unrecognizedclient: "auth",
  invalidsignature: "auth",
  incompletesignature: "auth",
  missingauthenticationtoken: "auth",
  invalidclienttokenid: "auth",
  expiredtoken: "auth",
  optinrequired: "auth",
  notauthorized: "auth",
  throttling: "rate-limited",
  toomanyrequests: "rate-limited",
  servicequotaexceeded: "quota",
  resourcenotfound: "not-found",
  unknownoperation: "not-found",
  validation: "bad-request",
  conflict: "rate-limited",
  modeltimeout: "overloaded",
  modelnotready: "overloaded",
  modelerror: "overloaded",
  modelstreamerror: "overloaded",
  internalserver: "overloaded",
  internalfailure: "overloaded",
  serviceunavailable: "overloaded",
};

/** A model that is not there is an invalid request to this vendor. */
const noSuchModel = /model identifier is invalid|could not resolve the foundation model|end of its life/i;
const needsProfile = /on-demand throughput (isn|is no|n)['’]?t supported|inference profile/i;
/** Of a limit that waiting minutes does not lift. */
const spent = /per day|daily (token|request)/i;

/** An answer with an error status, or an exception inside a stream. */
export function refusalError(refusal: Refusal, context: ErrorContext): ProviderError {
  const { error, text } = errorIn(refusal.body);
  const named = kindOf(refusal.headers, error["__type"]);
  const known = Object.hasOwn(codeOfKind, named) ? codeOfKind[named] : undefined;
  const code = codeOf(known, text);
  const hint = hintOf(code, text);
  const message = stringIn(error["message"]) || stringIn(error["Message"]) || text;
  return providerErrorOf({
    ...context,
    ...refusal,
    headers: withRequestId(refusal.headers),
    body: { error: { message } },
    code,
    ...(hint === undefined ? {} : { hint }),
  });
}

function codeOf(known: ProviderErrorCode | undefined, text: string): ProviderErrorCode | undefined {
  if (known === "bad-request" && (noSuchModel.test(text) || needsProfile.test(text))) return "not-found";
  return known === "rate-limited" && spent.test(text) ? "quota" : known;
}

function hintOf(code: ProviderErrorCode | undefined, text: string): string | undefined {
  if (needsProfile.test(text) && code === "not-found") {
    return "Put the area in front of the model's name (us., eu., apac., global.): it is only served through such profiles.";
  }
  if (code === "quota")
    return "Wait until the quota is renewed, raise it in AWS's console, or choose another model.";
  if (code !== "auth") return undefined;
  return "Check the AWS credentials and region, that their policy allows bedrock:InvokeModelWithResponseStream, and that the account has access to the model.";
}

/** `ValidationException:http://…` in a header, `com.amazon…#ValidationException` in a body. */
function kindOf(headers: HttpHeaders, type: unknown): string {
  const said = headers.get("x-amzn-errortype") ?? (typeof type === "string" ? type : "");
  const name = said.split(":")[0]!.split("#").at(-1)!;
  return name.replace(/Exception$/, "").toLowerCase();
}

function withRequestId(headers: HttpHeaders): HttpHeaders {
  const id = requestIdIn(headers);
  if (id === undefined) return headers;
  return httpHeaders({ ...Object.fromEntries(headers), "request-id": id });
}

export function requestIdIn(headers: HttpHeaders): string | undefined {
  return headers.get("x-amzn-requestid") ?? undefined;
}
