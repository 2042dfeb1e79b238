// What this package loads when it is first needed.

export const loadCostsPage = () => import("./machine/costs-page.tsx");
export const loadExtensionsPage = () => import("./machine/extensions-page.tsx");
export const loadHighlighter = () => import("highlight.js/lib/common");
export const loadPermissionsPage = () => import("./machine/permissions-page.tsx");
export const loadRecipesPage = () => import("./machine/recipes-page.tsx");
export const loadResultPage = () => import("./extension-pages/result-page.tsx");
export const loadSchedulesPage = () => import("./machine/schedules-page.tsx");
export const loadSettingsPage = () => import("./machine/settings-page.tsx");
