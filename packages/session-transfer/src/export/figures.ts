import type { Cost } from "@skein/sessions";
import { groupedNumber } from "@skein/protocol";

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min ${Math.floor((ms % 60_000) / 1000)} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}

/** With `≥` when the cost of a part is not known. */
export function dollars({ costUsd, hasUnknownCost, requests }: Cost): string {
  if (requests === 0) return "$0";
  if (hasUnknownCost && costUsd === 0) return "cost unknown";
  const shown = costUsd === 0 ? "$0" : `$${costUsd.toFixed(costUsd < 0.1 ? 4 : 2)}`;
  return hasUnknownCost ? `≥ ${shown}` : shown;
}

/** An unknown counter is a dash, not 0. */
export function count(tokens: number | undefined): string {
  return tokens === undefined ? "–" : groupedNumber(tokens);
}

/** Of base64. */
export function sizeOf(base64: string): string {
  const bytes = Math.floor((base64.length * 3) / 4);
  return bytes < 1024 ? `${bytes} bytes` : `${groupedNumber(Math.ceil(bytes / 1024))} KB`;
}

export function plural(number: number, one: string, many = `${one}s`): string {
  return `${groupedNumber(number)} ${number === 1 ? one : many}`;
}

export type TimeFormat = (at: number) => { readonly day: string; readonly time: string };

/** @param timeZone - an IANA name. */
export function timeFormat(timeZone: string): TimeFormat {
  const day = new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "long" });
  const time = new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "medium" });
  return (at) => {
    const date = new Date(at);
    if (Number.isNaN(date.getTime())) return { day: "unknown", time: "unknown" };
    return { day: day.format(date), time: time.format(date) };
  };
}
