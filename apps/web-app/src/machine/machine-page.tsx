import { lazy, Suspense, type ReactNode } from "react";
import type { MachinePage } from "../state/route.ts";

const pages: Readonly<Record<MachinePage, ReturnType<typeof lazy>>> = {
  extensions: lazy(() => import("./extensions-page.tsx")),
  recipes: lazy(() => import("./recipes-page.tsx")),
  permissions: lazy(() => import("./permissions-page.tsx")),
  settings: lazy(() => import("./settings-page.tsx")),
  schedules: lazy(() => import("./schedules-page.tsx")),
  costs: lazy(() => import("./costs-page.tsx")),
};

/** What the machine has. Each page is loaded when it is opened. */
export function MachinePageView({ page }: { readonly page: MachinePage }): ReactNode {
  const Shown = pages[page];
  return (
    <div className="conversation">
      <div className="column machine-page">
        <Suspense fallback={<p className="empty">Loading …</p>}>
          <Shown />
        </Suspense>
      </div>
    </div>
  );
}
