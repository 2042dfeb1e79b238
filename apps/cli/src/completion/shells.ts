/** For which there is a script. */
export const shells = ["bash", "zsh", "fish", "powershell"] as const;
