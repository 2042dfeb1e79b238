/** Bytes of a file that is edited or overwritten: larger ones are neither read whole nor remembered. */
export const mostEditedBytes = 32 * 1024 * 1024;
