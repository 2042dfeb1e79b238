import type { StopReason as AgentStop } from "@agentclientprotocol/sdk";
import type { StopReason } from "@skein/protocol";

const stops: Readonly<Record<AgentStop, StopReason>> = {
  end_turn: "answered",
  max_tokens: "length",
  max_turn_requests: "other",
  refusal: "refused",
  cancelled: "other",
};

export const stopOf = (stop: AgentStop): StopReason => stops[stop] ?? "other";
