import { lazy, Suspense, type ReactNode } from "react";
import type { MachinePage } from "../state/route.ts";
import {
  loadCostsPage,
  loadExtensionsPage,
  loadPermissionsPage,
  loadRecipesPage,
  loadSchedulesPage,
  loadSettingsPage,
} from "../later.ts";

const pages: Readonly<Record<MachinePage, ReturnType<typeof lazy>>> = {
  extensions: lazy(loadExtensionsPage),
  recipes: lazy(loadRecipesPage),
  permissions: lazy(loadPermissionsPage),
  settings: lazy(loadSettingsPage),
  schedules: lazy(loadSchedulesPage),
  costs: lazy(loadCostsPage),
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
