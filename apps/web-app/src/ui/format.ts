/** `1.2k tokens` without the word. */
export function shortCount(count: number): string {
  if (count < 1000) return `${count}`;
  const [value, unit] = count < 999_500 ? [count / 1000, "k"] : [count / 1_000_000, "M"];
  return `${value < 10 ? value.toFixed(1).replace(/\.0$/, "") : Math.round(value)}${unit}`;
}

/** `$0.02`; small amounts with what is needed to see them. @param isEstimate - it is an upper bound. */
export function dollars(amount: number, isEstimate = false): string {
  const digits = amount > 0 && amount < 0.01 ? 4 : 2;
  return `${isEstimate ? "≤ " : ""}$${amount.toFixed(digits)}`;
}

/** `12 ms`, `0.4 s`, `14 s`, `3 min`, `2 h`. */
export function duration(ms: number): string {
  if (ms < 100) return `${Math.round(ms)} ms`;
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 59_500) return `${Math.round(ms / 1000)} s`;
  if (ms < 3_570_000) return `${Math.round(ms / 60_000)} min`;
  return `${Math.round(ms / 3_600_000)} h`;
}

/** `2.1 MB`. */
export function byteSize(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"];
  let [value, unit] = [bytes, 0];
  while (value >= 999.5 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${unit === 0 || value >= 10 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** Relative under a day, then the date. @param now - milliseconds since the epoch, like `at`. */
export function timeAgo(at: number, now: number, locale?: string): string {
  const minutes = Math.round((now - at) / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.round(minutes / 60)} h ago`;
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" }).format(at);
}

/** `14:02`, as the locale has it. */
export function clockTime(at: number, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }).format(at);
}

/** `26 Nov 2026, 14:02`, as the locale has it. */
export function dateAndTime(at: number, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(at);
}
