const pauseMs = 2000

/** Asks for the address of this page again and again, and shows the answer as soon as it is a different page. */
async function askAgain(before?: string): Promise<void> {
  await new Promise((ended) => setTimeout(ended, pauseMs))
  const answer = await fetch(location.href).catch(() => undefined) // the preview may have ended, and be started anew
  const text = await answer?.text().catch(() => undefined)
  if (answer?.ok || (text !== undefined && before !== undefined && text !== before)) location.reload()
  else void askAgain(text ?? before)
}

void askAgain()
