const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

export function spinner(now: number): string {
  return frames[Math.floor(now / 100) % frames.length] ?? "";
}

export function seconds(ms: number): string {
  return `${Math.max(0, Math.floor(ms / 1000))} s`;
}
