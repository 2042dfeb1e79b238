import type { HostNotice } from "@skein/host";
import { cleanText } from "@skein/terminal";
import { hintWith } from "./next-step.ts";

/** On standard error, with what can be done about it. */
export function sayNotice(notice: HostNotice): void {
  process.stderr.write(`skein: ${noticeText(notice).split("\n").map(cleanText).join("\n  ")}\n`);
}

export const sayWarning = (text: string): void => sayNotice({ text });

/** With what can be done about it. Not yet clean. */
export function noticeText({ text, nextStep }: HostNotice): string {
  return nextStep === undefined ? text : hintWith(text, nextStep);
}
