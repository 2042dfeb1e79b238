/** A time for lists: today as 14:05, this year as 20 Nov 14:05, otherwise 2025-11-20. Local time. */
export function shortTime(at: number | undefined, now: Date): string {
  if (at === undefined) return "";
  const time = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
  if (time.toDateString() === now.toDateString()) return clock;
  if (time.getFullYear() === now.getFullYear())
    return `${time.getDate()} ${months[time.getMonth()] ?? ""} ${clock}`;
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
