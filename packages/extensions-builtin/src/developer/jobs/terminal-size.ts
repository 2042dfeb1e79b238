/** Of every terminal. */
export const terminalSize = { columns: 80, rows: 24 };
