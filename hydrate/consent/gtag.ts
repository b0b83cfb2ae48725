declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** Queues a command for the tag manager, which may be loaded later or never. */
export function gtag(..._command: unknown[]): void {
  window.dataLayer ??= []
  // biome-ignore lint/complexity/noArguments: the tag manager takes commands as `arguments` objects only
  window.dataLayer.push(arguments)
}
