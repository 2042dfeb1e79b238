const letters = "abcdefghijkmnpqrstuvwxyz23456789";

/** A readable id that sorts by time: `20261120-114502-k7mq3x`. Local time. */
export function newSessionId(now: Date, random: () => number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  const time = `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
  const tail = Array.from({ length: 6 }, () => letters[Math.floor(random() * letters.length)]).join("");
  return `${day}-${time}-${tail}`;
}
