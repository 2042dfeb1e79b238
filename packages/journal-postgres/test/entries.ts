import type { Entry } from "@skein/protocol";

export function notice(seq: number, text = `entry ${seq}`): Entry {
  return { v: 1, seq, at: 1000 + seq, run: "r", kind: "notice", audience: "user", level: "info", text };
}

export function notices(from: number, to: number): Entry[] {
  return Array.from({ length: to - from + 1 }, (_, index) => notice(from + index));
}
