/** Reason why a campaign did not start, as one or two sentences for the person who called it. The process ends with 2. */
export class NotStarted extends Error {
  override readonly name = "NotStarted";
}
