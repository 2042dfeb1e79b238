import { SkeinError } from "@skein/protocol";

type Reason = "needs-input" | "cancelled";

/** Nothing was started: nobody could be asked, or whoever was asked gave up. Its code is the outcome. */
export class NotStarted extends SkeinError<Reason> {
  override readonly name = "NotStarted";

  static override is(error: unknown): error is NotStarted {
    return SkeinError.is(error) && error.name === "NotStarted";
  }
}
