/** Names of MCP Apps for colours and fonts, by our own. */
const variables: Readonly<Record<string, string>> = {
  "--color-background-primary": "--raised",
  "--color-background-secondary": "--ground",
  "--color-background-tertiary": "--tint",
  "--color-text-primary": "--text",
  "--color-text-secondary": "--quiet",
  "--color-text-info": "--accent",
  "--color-text-danger": "--bad",
  "--color-text-success": "--good",
  "--color-text-warning": "--waits",
  "--color-border-primary": "--line",
  "--color-border-secondary": "--line",
  "--color-ring-primary": "--accent",
  "--font-sans": "--sans",
  "--font-mono": "--mono",
  "--border-radius-md": "--radius",
};

/** What a page is told of where it is shown. */
export function pageContext(isDark: boolean, maxWidth: number): object {
  const styles = getComputedStyle(document.documentElement);
  const own = Object.entries(variables).map(([name, ours]) => [name, styles.getPropertyValue(ours).trim()]);
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    theme: isDark ? "dark" : "light",
    styles: { variables: Object.fromEntries(own) },
    displayMode: "inline",
    availableDisplayModes: ["inline"],
    containerDimensions: { maxWidth, maxHeight: 900 },
    locale,
    timeZone,
    platform: "web",
  };
}
