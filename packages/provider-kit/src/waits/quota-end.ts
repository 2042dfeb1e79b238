// Time at which an exhausted quota is renewed. Vendors state it in fields or in
// the message, hours or weeks ahead: too long to wait for in a run, but worth
// telling the user.
import { errorIn } from "../error-in.ts";
import { objectIn } from "../json-fields.ts";

/**
 * Finds the time at which an exhausted quota is renewed, in milliseconds since
 * the epoch. Returns undefined if the body states none, or one that is past or
 * more than a year ahead.
 *
 * - `resets_at` (seconds or a date) and `resets_in_seconds`: ChatGPT's plans
 * - `metadata.headers["X-RateLimit-Reset"]` (milliseconds): OpenRouter
 * - "regain access on 2026-12-01 at 00:00 UTC": Anthropic
 * - "will reset at 2026-12-01 08:00:00": Z.AI, in Beijing time
 * - "Please wait 40000 seconds": GitHub Models
 *
 * Source: docs.z.ai/api-reference/api-code and can1357/oh-my-pi issue 11014
 * (time zone of Z.AI), read 2026-11-30.
 *
 * @param body - body as text, or parsed.
 * @param text - messages and codes of the body.
 * @param now - current time in milliseconds since the epoch.
 */
export function quotaEnd(body: unknown, text: string, now: number): number | undefined {
  const { error } = errorIn(body);
  const headers = Object.entries(objectIn(objectIn(error["metadata"])["headers"]));
  const reset = headers.find(([name]) => name.toLowerCase() === "x-ratelimit-reset")?.[1];
  const seconds = Number(error["resets_in_seconds"] ?? waitInText.exec(text)?.[1] ?? Number.NaN);
  const times = [timeOf(error["resets_at"]), timeOf(reset), now + seconds * 1000, timeInText(text)];
  return times.find((time) => time > now && time < now + yearMs);
}

const yearMs = 366 * 86_400_000;
const waitInText = /wait (\d+) seconds/i;

/** Reads seconds or milliseconds since the epoch, or a date with its zone. */
function timeOf(value: unknown): number {
  const number =
    typeof value === "number"
      ? value
      : typeof value === "string" && /^\d+$/.test(value)
        ? Number(value)
        : Number.NaN;
  // 1e11 seconds are in the year 5138, 1e11 milliseconds in 1973.
  if (!Number.isNaN(number)) return number < 1e11 ? number * 1000 : number;
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(value)
    ? Date.parse(value)
    : Number.NaN;
}

const dateInText =
  /(?:resets?|regain access|renewed|available again)\s(?:at|on)?\s?(\d{4}-\d\d-\d\d)(?:T| at | )(\d\d:\d\d(?::\d\d)?)(?:\.\d+)? ?(UTC|Z|[+-]\d\d:\d\d)?/i;
const zai = /<13\d\d>|usage limit reached for \d/i;

/** Reads a date in a message. Without a zone it is only believed of Z.AI. */
function timeInText(text: string): number {
  const [, day, time, zone = zai.test(text) ? "+08:00" : undefined] = dateInText.exec(text) ?? [];
  if (day === undefined || zone === undefined) return Number.NaN;
  return Date.parse(`${day}T${time}${/^(UTC|Z)$/i.test(zone) ? "Z" : zone}`);
}
