/** Whether `text` fits `pattern`: `*` is any text, and `?` one character where `hasOne` is set. Takes linear time per `*`. */
export function fitsWildcard(pattern: string, text: string, { hasOne = false } = {}): boolean {
  let [at, next, star, from] = [0, 0, -1, 0];
  while (at < text.length) {
    if (pattern[next] === "*") {
      star = next++;
      from = at;
    } else if (next < pattern.length && (pattern[next] === text[at] || (hasOne && pattern[next] === "?"))) {
      at++;
      next++;
    } else if (star >= 0) {
      next = star + 1;
      at = ++from;
    } else return false;
  }
  while (pattern[next] === "*") next++;
  return next === pattern.length;
}
