/** Which inspectors look at calls and results. Default: all of them but the adversary. */
export interface InspectorSettings {
  /** Commands that delete or overwrite widely. */
  readonly destructive?: "on" | "off" | undefined;
  /** Hosts that calls reach, and secrets that they take there. `listed`: hosts that no rule allows are asked about. */
  readonly egress?: "on" | "listed" | "off" | undefined;
  /** Results that are worded like instructions to the model. */
  readonly injection?: "on" | "off" | undefined;
  /** Rules in words, which the model of the role `adversary` applies to each call. Default `off`. */
  readonly adversary?: string | readonly string[] | undefined;
}
