const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/** A sign that something is at work. @param now - milliseconds since the epoch. */
export type Spinner = (now: number) => string;

export const spinner: Spinner = (now) => frames[Math.floor(now / 100) % frames.length] ?? "";

/** For eyes that motion disturbs. */
export const stillSpinner: Spinner = () => "◐";

export function seconds(ms: number): string {
  return `${Math.max(0, Math.floor(ms / 1000))} s`;
}
