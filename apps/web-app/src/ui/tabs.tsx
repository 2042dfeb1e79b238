import { useId, type KeyboardEvent, type ReactNode } from "react";

interface TabsProps<Name extends string> {
  readonly name: string;
  readonly tabs: readonly Name[];
  readonly chosen: Name;
  readonly onChange: (tab: Name) => void;
  readonly children: ReactNode;
}

/** Tabs, as the ARIA practices want them: arrow keys move, one tab stop. */
export function Tabs<Name extends string>({
  name,
  tabs,
  chosen,
  onChange,
  children,
}: TabsProps<Name>): ReactNode {
  const id = useId();
  function keyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = tabs[(tabs.indexOf(chosen) + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    onChange(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  }
  return (
    <>
      <div className="tabs" role="tablist" aria-label={name} onKeyDown={keyDown}>
        {tabs.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            data-tab={tab}
            aria-selected={tab === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => onChange(tab)}
          >
            {tab}
          </button>
        ))}
      </div>
      <div
        className="tab-panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${chosen}`}
        tabIndex={0}
      >
        {children}
      </div>
    </>
  );
}
