const pauseMs = 2000

/** Requests the address of this page repeatedly, and reloads it as soon as the response is a different page. */
async function askAgain(before?: string): Promise<void> {
  await new Promise((ended) => setTimeout(ended, pauseMs))
  // the preview may have ended, and be started again
  const answer = await fetch(location.href).catch(() => undefined)
  const text = await answer?.text().catch(() => undefined)
  if (answer?.ok || (text !== undefined && before !== undefined && text !== before)) location.reload()
  else void askAgain(text ?? before)
}

void askAgain()
