/** A program that is an agent, and what it is asked for once it runs. */
export interface AgentProgram {
  /** The provider's id. */
  readonly id: string;
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to its environment. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly mode?: string;
  readonly authMethod?: string;
}
