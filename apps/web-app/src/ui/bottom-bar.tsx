import type { ReactNode } from "react";

export type PaneName = "sessions" | "conversation" | "inspector";

interface BottomBarProps {
  readonly pane: PaneName;
  readonly hasInspector: boolean;
  readonly onChange: (pane: PaneName) => void;
}

const labels: Readonly<Record<PaneName, string>> = {
  sessions: "Sessions",
  conversation: "Conversation",
  inspector: "Inspector",
};

/** In a narrow window: which pane is seen. */
export function BottomBar({ pane, hasInspector, onChange }: BottomBarProps): ReactNode {
  const names: readonly PaneName[] = [
    "sessions",
    "conversation",
    ...(hasInspector ? ["inspector" as const] : []),
  ];
  return (
    <nav className="bottom-bar" aria-label="Panes">
      {names.map((name) => (
        <button key={name} type="button" aria-pressed={name === pane} onClick={() => onChange(name)}>
          {labels[name]}
        </button>
      ))}
    </nav>
  );
}
